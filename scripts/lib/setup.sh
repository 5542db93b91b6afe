# Sourced by the scripts: finds the top of the repository and installs what a build needs and the machine lacks.
# shellcheck shell=bash
#
#   drystone_setup [ci]           installs the missing packages; with ci also those of .ci/run
#   drystone_build <preset> [cmake --build arguments]   configures and builds
#
# Whatever these print goes to stderr, because a script's own standard output may be read by a program.

drystone_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
drystone_jobs=$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)

# One line a package: "a|b" is whichever the distribution knows first.
drystone_packages=(
    libglfw3-dev libglm-dev libimgui-dev libstb-dev libcli11-dev nlohmann-json3-dev doctest-dev
    "python3-glad|glad" libegl-dev libgl-dev libegl1 libgl1-mesa-dri
)
drystone_ci_packages=(clang xvfb xauth xdotool)

drystone_say() { printf '%s\n' "$*" >&2; }

drystone_die() {
    drystone_say "$@"
    exit 1
}

drystone_has_cmake() {
    local found
    found=$(cmake --version 2>/dev/null | sed -n '1s/^cmake version \([0-9]*\)\.\([0-9]*\).*/\1 \2/p')
    [ -n "$found" ] || return 1
    [ "${found% *}" -gt 3 ] || { [ "${found% *}" -eq 3 ] && [ "${found#* }" -ge 25 ]; }
}

drystone_is_installed() {
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# Prints the missing packages. A tool that the user brought along, from wherever, is not missing.
drystone_missing_packages() {
    command -v "${CXX:-c++}" >/dev/null || echo g++
    drystone_has_cmake || echo cmake
    command -v ninja >/dev/null || echo ninja-build
    local entry name
    for entry in "$@"; do
        for name in ${entry//|/ }; do
            drystone_is_installed "$name" && continue 2
        done
        echo "$entry"
    done
}

drystone_install() {
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null ||
            drystone_die "There is no sudo here. As root, run: apt-get update && apt-get install -y ${*//|*/}"
        as_root=(sudo)
    fi
    drystone_say "Installing: ${*//|*/}"
    "${as_root[@]}" apt-get update >&2 || drystone_say "apt-get update failed; going on with the lists at hand"

    local names=() entry name
    for entry in "$@"; do
        for name in ${entry//|/ }; do
            if [ -n "$(apt-cache show "$name" 2>/dev/null)" ]; then
                names+=("$name")
                continue 2
            fi
        done
        drystone_die "No package source of this machine offers ${entry//|/ or }"
    done
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends "${names[@]}" >&2
}

drystone_setup() {
    local wanted=("${drystone_packages[@]}")
    [ "${1:-}" != ci ] || wanted+=("${drystone_ci_packages[@]}")

    if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
        local missing
        mapfile -t missing < <(drystone_missing_packages "${wanted[@]}")
        [ "${#missing[@]}" -eq 0 ] || drystone_install "${missing[@]}"
        drystone_has_cmake ||
            drystone_die "CMake 3.25 or newer is needed and this distribution has an older one: https://cmake.org/download"
        return
    fi

    if ! drystone_has_cmake || ! command -v ninja >/dev/null || ! command -v "${CXX:-c++}" >/dev/null; then
        drystone_say "This is no Debian or Ubuntu, so please install by hand:"
        drystone_say "  a C++20 compiler (gcc 12, clang 14 or newer), CMake 3.25 or newer, Ninja,"
        drystone_say "  GLM 0.9.9.8, GLFW 3.3, Dear ImGui 1.86 with its GLFW and OpenGL 3 backends, stb, CLI11,"
        drystone_say "  nlohmann/json 3.7, doctest 2.4, glad 2 (the generator: pip install glad2), EGL and OpenGL (Mesa)."
        drystone_die "Then run this again."
    fi
}

drystone_build() {
    local preset=$1
    shift
    # Always configured anew: it costs a second, and a preset may have changed since.
    (cd "$drystone_root" && cmake --preset "$preset" &&
        cmake --build --preset "$preset" --parallel "$drystone_jobs" "$@") >&2
}
