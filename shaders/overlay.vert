#version 410 core
#include "common.glsl"
// A line between two points as a ribbon of constant width on the screen; a == b is a dot.
layout(location = 0) in vec3 a;
layout(location = 1) in vec3 b;
layout(location = 2) in vec4 lineColor;
layout(location = 3) in float width;  // pixels
uniform float opacity;
out vec4 color;
out vec2 across;
flat out float round;

void main() {
    vec4 from = viewProjection * vec4(a, 1.0);
    vec4 to = viewProjection * vec4(b, 1.0);
    // Cut at the near plane, or the end behind the eye comes out mirrored.
    const float near = 1e-3;
    if (from.w < near && to.w < near) {
        gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
        return;
    }
    if (from.w < near) {
        from = mix(from, to, (near - from.w) / (to.w - from.w));
    } else if (to.w < near) {
        to = mix(to, from, (near - to.w) / (from.w - to.w));
    }
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    vec2 halfSize = viewport.xy * 0.5;
    bool dotLike = a == b;
    vec2 along = to.xy / to.w * halfSize - from.xy / from.w * halfSize;
    float size = length(along);
    vec2 direction = dotLike || size < 1e-4 ? vec2(1.0, 0.0) : along / size;
    vec2 side = vec2(-direction.y, direction.x);
    float reach = width * 0.5 * style.y;
    vec4 end = dotLike ? from : (corner.x < 0.0 ? from : to);
    vec2 offset = side * corner.y * reach + direction * corner.x * (dotLike ? reach : reach * 0.3);
    end.xy += offset / halfSize * end.w;
    // Lines that lie in a surface must not flicker against it.
    end.z -= 4e-5 * end.w;
    gl_Position = end;
    color = vec4(lineColor.rgb, lineColor.a * opacity);
    across = corner;
    round = dotLike ? 1.0 : 0.0;
}
