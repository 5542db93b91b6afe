# Debian's library holds the GLFW and OpenGL 3 backends. It has no CMake package, and its pkg-config file names neither
# the backends' folder nor what they need, so the parts are found one by one.
find_path(DRYSTONE_IMGUI_DIR imgui.h PATH_SUFFIXES imgui)
find_path(DRYSTONE_IMGUI_BACKENDS_DIR imgui_impl_glfw.h PATH_SUFFIXES imgui/backends imgui backends)
find_library(DRYSTONE_IMGUI_LIBRARY imgui)
find_library(DRYSTONE_STB_LIBRARY stb)
mark_as_advanced(DRYSTONE_IMGUI_DIR DRYSTONE_IMGUI_BACKENDS_DIR DRYSTONE_IMGUI_LIBRARY DRYSTONE_STB_LIBRARY)
if(NOT DRYSTONE_IMGUI_DIR OR NOT DRYSTONE_IMGUI_BACKENDS_DIR OR NOT DRYSTONE_IMGUI_LIBRARY)
    drystone_missing("Dear ImGui with its GLFW and OpenGL 3 backends" libimgui-dev)
endif()
if(NOT DRYSTONE_STB_LIBRARY)
    # Debian's imgui leaves its glyph rasteriser to the system's stb; a build with its own copy needs no such library.
    set(DRYSTONE_STB_LIBRARY "")
endif()

drystone_third_party(imgui
    INCLUDE "${DRYSTONE_IMGUI_DIR}" "${DRYSTONE_IMGUI_BACKENDS_DIR}"
    LINK "${DRYSTONE_IMGUI_LIBRARY}" ${DRYSTONE_STB_LIBRARY} drystone_third_party::glfw ${CMAKE_DL_LIBS})
