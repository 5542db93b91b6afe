#version 410 core
#include "common.glsl"
uniform sampler2D sceneMap;      // linear
uniform sampler2D occlusionMap;
uniform sampler2D overlayMap;    // premultiplied, as displayed
uniform sampler2D maskMap;       // 1 where the selection is
uniform float outline;           // 0: nothing is selected
in vec2 uv;
out vec4 result;

// The filmic curve that K. Narkowicz fitted to ACES.
vec3 toneMapped(vec3 x) {
    x = max(x, 0.0) * 0.62;
    return x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14);
}

float occlusion() {
    vec2 texel = 1.0 / vec2(textureSize(occlusionMap, 0));
    float sum = 0.0;
    for (int y = -2; y < 2; ++y) {
        for (int x = -2; x < 2; ++x) {
            sum += texture(occlusionMap, uv + (vec2(x, y) + 0.5) * texel).r;
        }
    }
    return sum / 16.0;
}

vec4 outlined() {
    float inside = texture(maskMap, uv).r;
    float near = 0.0;
    for (int i = 0; i < 16; ++i) {
        float angle = float(i) * 0.3926991;
        near += texture(maskMap, uv + vec2(cos(angle), sin(angle)) * 2.2 * style.y * viewport.zw).r;
    }
    float edge = clamp(near / 5.0, 0.0, 1.0) * (1.0 - inside);
    return vec4(1.0, 0.62, 0.16, edge + 0.07 * inside);
}

void main() {
    vec3 color = texture(sceneMap, uv).rgb * mix(1.0, occlusion(), style.x) * style.z;
    color = toneMapped(color);
    color = pow(clamp(color, 0.0, 1.0), vec3(1.0 / 2.2));
    vec2 off = uv - 0.5;
    color *= 1.0 - 0.22 * dot(off, off);
    vec4 over = texture(overlayMap, uv);
    color = color * (1.0 - over.a) + over.rgb;
    if (outline > 0.5) {
        vec4 ring = outlined();
        color = mix(color, ring.rgb, ring.a);
    }
    // A little noise hides the bands of eight bits.
    float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
    result = vec4(color + noise / 255.0, 1.0);
}
