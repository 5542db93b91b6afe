# A project that embeds Drystone and names no build type gets an optimised engine, is told so once, and keeps its own flags.
file(REMOVE_RECURSE "${SCRATCH}")
execute_process(COMMAND ${CMAKE_COMMAND} -S "${SOURCE}/tests/consumer/fetch_content" -B "${SCRATCH}" -G "${GENERATOR}"
        "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DDRYSTONE_SOURCE=${SOURCE}" -DCMAKE_BUILD_TYPE=
        -DCMAKE_EXPORT_COMPILE_COMMANDS=ON
    OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)

string(REGEX MATCHALL "CMAKE_BUILD_TYPE is empty" told "${output}")
list(LENGTH told times)
if(NOT times EQUAL 1)
    message(FATAL_ERROR "Told ${times} times, not once:\n${output}")
endif()

file(READ "${SCRATCH}/compile_commands.json" commands)
string(JSON count LENGTH "${commands}")
math(EXPR last "${count} - 1")
set(engine_files 0)
foreach(i RANGE ${last})
    string(JSON file GET "${commands}" ${i} file)
    string(JSON command GET "${commands}" ${i} command)
    string(FIND "${file}" "${SOURCE}/engine/src/" engine)
    string(REGEX MATCH " -O2 " optimised "${command}")
    if(engine EQUAL 0)
        math(EXPR engine_files "${engine_files} + 1")
    endif()
    if(engine EQUAL 0 AND NOT optimised OR NOT engine EQUAL 0 AND optimised)
        message(FATAL_ERROR "Wrong flags: ${command}")
    endif()
endforeach()
if(engine_files EQUAL 0)
    message(FATAL_ERROR "No file of the engine was found in ${SCRATCH}/compile_commands.json")
endif()
message(STATUS "${engine_files} files of the engine are optimised")
