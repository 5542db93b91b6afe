# cmake -DBUILT=<build tree> ... -P falling_boxes.cmake
# Builds examples/falling_boxes against the installed package and lets it draw a few frames on a virtual display.

file(REMOVE_RECURSE "${SCRATCH}")
execute_process(COMMAND ${CMAKE_COMMAND} --install "${BUILT}" --prefix "${SCRATCH}/prefix"
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} -S "${SOURCE}/examples/falling_boxes" -B "${SCRATCH}/build" -G "${GENERATOR}"
        "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_BUILD_TYPE=${BUILD_TYPE}" "-DCMAKE_PREFIX_PATH=${SCRATCH}/prefix"
    OUTPUT_VARIABLE configured COMMAND_ERROR_IS_FATAL ANY)
message(STATUS "${configured}")
if(configured MATCHES "falling_boxes is skipped")
    return()  # ctest reads the line and counts the test as skipped
endif()
execute_process(COMMAND ${CMAKE_COMMAND} --build "${SCRATCH}/build" --parallel COMMAND_ERROR_IS_FATAL ANY)

find_program(virtual_display xvfb-run)
if(NOT virtual_display)
    message(STATUS "falling_boxes is skipped: built, but not run without xvfb-run (Debian, Ubuntu: apt install xvfb)")
    return()
endif()
# Two seconds of 60 frames: the pile has come down by then.
execute_process(COMMAND ${virtual_display} -a "${SCRATCH}/build/falling_boxes" 120
    OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
message(STATUS "It printed:\n${output}")
if(NOT output MATCHES "falling_boxes: 36 boxes, [0-9]+ awake")
    message(FATAL_ERROR "Expected: falling_boxes: 36 boxes, N awake")
endif()
