#version 410 core
#include "common.glsl"
// Ambient occlusion from depth alone: how much of the hemisphere over a point is blocked nearby.
uniform sampler2D depthMap;
in vec2 uv;
out vec4 result;

vec3 viewPosition(vec2 at) {
    float depth = texture(depthMap, at).r * 2.0 - 1.0;
    float z = -projection[3][2] / (depth + projection[2][2]);
    vec2 ndc = at * 2.0 - 1.0;
    return vec3(-z * (ndc.x + projection[2][0]) / projection[0][0], -z * (ndc.y + projection[2][1]) / projection[1][1], z);
}

void main() {
    // This image is half as large: its pixels lie on the corners of those of the depth. Take the lower left one, always.
    vec2 texel = 1.0 / vec2(textureSize(depthMap, 0));
    vec2 here = (floor(gl_FragCoord.xy) * 2.0 + 0.5) * texel;
    float raw = texture(depthMap, here).r;
    if (raw >= 1.0) {
        result = vec4(1.0);
        return;
    }
    vec3 p = viewPosition(here);
    // The nearer neighbour on each side belongs to the same surface more often.
    vec3 right = viewPosition(here + vec2(texel.x, 0.0)) - p;
    vec3 left = p - viewPosition(here - vec2(texel.x, 0.0));
    vec3 up = viewPosition(here + vec2(0.0, texel.y)) - p;
    vec3 down = p - viewPosition(here - vec2(0.0, texel.y));
    vec3 dx = abs(right.z) < abs(left.z) ? right : left;
    vec3 dy = abs(up.z) < abs(down.z) ? up : down;
    vec3 n = normalize(cross(dx, dy));

    const int kSamples = 12;
    float radius = 0.55;
    float pixels = radius * projection[1][1] / max(-p.z, 0.1) * 0.5;  // share of the height
    float shrink = min(1.0, 0.12 / pixels);
    radius *= shrink;
    vec2 reach = vec2(pixels * viewport.y * viewport.z, pixels) * shrink;
    // Sixteen directions in tiles of 4 x 4, which the blur that follows evens out exactly.
    ivec2 tile = ivec2(gl_FragCoord.xy) & 3;
    float turn = float((tile.x * 7 + tile.y * 13 + (tile.x ^ tile.y) * 4) & 15) / 16.0 * 6.2831853;
    float blocked = 0.0;
    for (int i = 0; i < kSamples; ++i) {
        float share = (float(i) + 0.5) / float(kSamples);
        float angle = turn + float(i) * 2.3999632;
        vec2 at = here + vec2(cos(angle), sin(angle)) * reach * sqrt(share);
        vec3 v = viewPosition(at) - p;
        float d2 = dot(v, v);
        float rise = max(dot(v, n) - 0.012 * -p.z * 0.15, 0.0);
        float falloff = max(1.0 - d2 / (radius * radius), 0.0);
        blocked += rise * inversesqrt(d2 + 1e-5) * falloff;
    }
    float open = 1.0 - clamp(blocked * 2.6 / float(kSamples), 0.0, 1.0);
    result = vec4(vec3(mix(1.0, open, exp(p.z / 260.0))), 1.0);
}
