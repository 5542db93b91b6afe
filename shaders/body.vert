#version 410 core
#include "common.glsl"
// One vertex of a unit mesh (box: half extents 1; sphere: radius 1), and the body that it is drawn for.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec3 bodyPosition;
layout(location = 3) in vec4 bodyRotation;  // quaternion x y z w
layout(location = 4) in vec3 bodyScale;
layout(location = 5) in vec4 bodyColor;
layout(location = 6) in uint bodyFlags;

out vec3 world;
out vec3 local;        // in the body's axes, metres
out vec3 localNormal;
flat out vec4 color;
flat out vec3 scale;
flat out vec4 rotation;
flat out uint flags;

vec3 rotate(vec4 q, vec3 v) {
    vec3 t = 2.0 * cross(q.xyz, v);
    return v + q.w * t + cross(q.xyz, t);
}

void main() {
    local = position * bodyScale;
    localNormal = normal;
    world = bodyPosition + rotate(bodyRotation, local);
    color = bodyColor;
    scale = bodyScale;
    rotation = bodyRotation;
    flags = bodyFlags;
    gl_Position = viewProjection * vec4(world, 1.0);
}
