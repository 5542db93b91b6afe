# cmake -DMODE=installed -DBUILT=<build tree> ... -P consume.cmake
# cmake -DMODE=fetched -DSHARED=<ON|OFF> ... -P consume.cmake
# Builds examples/hello_world as a project of its own and checks what it prints.

file(REMOVE_RECURSE "${SCRATCH}")
set(settings -G "${GENERATOR}" "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_BUILD_TYPE=${BUILD_TYPE}")

if(MODE STREQUAL "installed")
    execute_process(COMMAND ${CMAKE_COMMAND} --install "${BUILT}" --prefix "${SCRATCH}/prefix"
        OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
    set(folder "${SOURCE}/examples/hello_world")
    # The system's prefixes are searched all the same, for GLM.
    list(APPEND settings "-DCMAKE_PREFIX_PATH=${SCRATCH}/prefix")
else()
    set(folder "${SOURCE}/tests/consumer/fetch_content")
    # Without debug information and wide kernels, which nobody looks at: the installed package has them.
    list(APPEND settings "-DDRYSTONE_SOURCE=${SOURCE}" "-DBUILD_SHARED_LIBS=${SHARED}" -DDRYSTONE_INSTALL=ON
        -DCMAKE_CXX_FLAGS_DEBUG=-O0 -DDRYSTONE_SIMD=scalar)
endif()

execute_process(COMMAND ${CMAKE_COMMAND} -S "${folder}" -B "${SCRATCH}/build" ${settings}
    COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build "${SCRATCH}/build" --parallel COMMAND_ERROR_IS_FATAL ANY)

if(MODE STREQUAL "installed")
    file(STRINGS "${SCRATCH}/build/CMakeCache.txt" found REGEX "^drystone_DIR:")
    string(FIND "${found}" "${SCRATCH}/prefix" position)
    if(position EQUAL -1)
        message(FATAL_ERROR "The package was found elsewhere: ${found}")
    endif()
endif()

file(GLOB_RECURSE program "${SCRATCH}/build/hello_world" "${SCRATCH}/build/hello_world.exe")
execute_process(COMMAND ${program} OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
message(STATUS "It printed:\n${output}")
set(expected "drystone ${VERSION}: the box rests at y = 0.50 m")
string(FIND "${output}" "${expected}" position)
if(position EQUAL -1)
    message(FATAL_ERROR "Expected: ${expected}")
endif()
