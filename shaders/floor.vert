#version 410 core
#include "common.glsl"
// A quad in the plane of a half-space, centred below the eye.
uniform vec3 center;
uniform vec3 tangent;
uniform vec3 bitangent;
uniform float extent;
out vec3 world;
void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    world = center + (tangent * corner.x + bitangent * corner.y) * extent;
    gl_Position = viewProjection * vec4(world, 1.0);
}
