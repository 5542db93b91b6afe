#version 410 core
#include "common.glsl"
in vec2 uv;
out vec4 result;
void main() {
    vec4 far = inverseViewProjection * vec4(uv * 2.0 - 1.0, 1.0, 1.0);
    result = vec4(skyColor(normalize(far.xyz / far.w - eye.xyz)), 1.0);
}
