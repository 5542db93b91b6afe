# The OpenGL loader is generated at configure time by the packaged generator; --reproducible makes it use the
# specification files that came with it instead of fetching the newest.
find_program(DRYSTONE_GLAD glad)
mark_as_advanced(DRYSTONE_GLAD)
if(NOT DRYSTONE_GLAD)
    drystone_missing("glad 2, the OpenGL loader generator" python3-glad)
endif()

set(_glad_dir "${CMAKE_CURRENT_BINARY_DIR}/glad")
set(_glad_command "${DRYSTONE_GLAD}" --reproducible --out-path "${_glad_dir}" --api gl:core=4.1
    --extensions GL_KHR_debug,GL_EXT_texture_filter_anisotropic c)
set(_glad_stamp "${_glad_dir}/command.txt")
set(_glad_last "")
if(EXISTS "${_glad_stamp}" AND EXISTS "${_glad_dir}/src/gl.c")
    file(READ "${_glad_stamp}" _glad_last)
endif()
if(NOT _glad_last STREQUAL "${_glad_command}")
    message(STATUS "Generating the OpenGL loader")
    execute_process(COMMAND ${_glad_command} RESULT_VARIABLE _glad_result OUTPUT_VARIABLE _glad_output
        ERROR_VARIABLE _glad_output)
    if(NOT _glad_result EQUAL 0)
        message(STATUS "${DRYSTONE_GLAD} said: ${_glad_output}")
        drystone_missing("a working glad 2, the OpenGL loader generator" python3-glad)
    endif()
    file(WRITE "${_glad_stamp}" "${_glad_command}")
endif()

# The generated file is C. Compiling it as C++ is valid and spares the project a second language.
set_source_files_properties("${_glad_dir}/src/gl.c" PROPERTIES LANGUAGE CXX)
add_library(drystone_glad STATIC "${_glad_dir}/src/gl.c")
target_include_directories(drystone_glad SYSTEM PUBLIC "${_glad_dir}/include")
add_library(drystone_third_party::glad ALIAS drystone_glad)
