#version 410 core
#include "common.glsl"
#include "lighting.glsl"
#include "grid.glsl"
in vec3 world;
in vec3 local;
in vec3 localNormal;
flat in vec4 color;
flat in vec3 scale;
flat in vec4 rotation;
flat in uint flags;
out vec4 result;

const uint kSphere = 1u;
const uint kGround = 2u;
const uint kAsleep = 4u;

vec3 rotate(vec4 q, vec3 v) {
    vec3 t = 2.0 * cross(q.xyz, v);
    return v + q.w * t + cross(q.xyz, t);
}

// Edges are rounded by bending the normal near them: they catch the light as real ones do.
vec3 beveled(vec3 n, out float edge) {
    float radius = clamp(0.13 * min(scale.x, min(scale.y, scale.z)), 0.002, 0.06);
    vec3 inside = scale - abs(local);
    vec3 bend = sign(local) * smoothstep(vec3(radius), vec3(0.0), inside) * (1.0 - abs(n));
    edge = max(bend.x * sign(local.x), max(bend.y * sign(local.y), bend.z * sign(local.z)));
    // Bevels thinner than a pixel only flicker.
    float pixels = radius / max(length(fwidth(local)), 1e-6);
    float seen = smoothstep(0.4, 1.6, pixels);
    edge *= seen;
    return normalize(n + bend * 0.75 * seen);
}

void main() {
    vec3 albedo = color.rgb;
    vec3 n;
    float gloss = 0.5;
    if ((flags & kSphere) != 0u) {
        n = normalize(local);
        // Two tones in eight sectors show how a ball turns.
        vec3 w = fwidth(n) * 0.7;
        vec3 s = smoothstep(-w, w, n) * 2.0 - 1.0;
        albedo *= mix(1.0, 0.74, 0.5 - 0.5 * s.x * s.y * s.z);
        gloss = 1.1;
    } else {
        float edge;
        n = beveled(localNormal, edge);
        // The joint between two blocks is darker than either.
        albedo *= 1.0 - 0.34 * smoothstep(0.55, 1.0, edge);
    }
    vec3 normal = rotate(rotation, n);
    if ((flags & kGround) != 0u && localNormal.y > 0.5) {
        albedo = groundColor(world.xz);
        gloss = 0.15;
    }
    vec3 light = lit(albedo, normal, world, gloss);
    if ((flags & kAsleep) != 0u) {
        float grey = dot(light, vec3(0.30, 0.55, 0.15));
        light = mix(light, vec3(grey) * vec3(0.88, 0.93, 1.04), 0.55) * 0.58;
    }
    result = vec4(withHaze(light, world), 1.0);
}
