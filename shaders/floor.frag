#version 410 core
#include "common.glsl"
#include "lighting.glsl"
#include "grid.glsl"
uniform vec3 normal;
uniform vec3 tangent;
uniform vec3 bitangent;
in vec3 world;
out vec4 result;
void main() {
    vec3 albedo = groundColor(vec2(dot(world, tangent), dot(world, bitangent)));
    vec3 n = dot(eye.xyz - world, normal) > 0.0 ? normal : -normal;
    result = vec4(withHaze(lit(albedo, n, world, 0.15), world), 1.0);
}
