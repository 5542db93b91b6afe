#version 410 core
#include "common.glsl"
layout(location = 0) in vec3 position;
layout(location = 2) in vec3 bodyPosition;
layout(location = 3) in vec4 bodyRotation;
layout(location = 4) in vec3 bodyScale;

void main() {
    vec3 v = position * bodyScale;
    vec3 t = 2.0 * cross(bodyRotation.xyz, v);
    vec3 world = bodyPosition + v + bodyRotation.w * t + cross(bodyRotation.xyz, t);
    gl_Position = lightViewProjection * vec4(world, 1.0);
    // What lies before the near plane still casts its shadow.
    gl_Position.z = max(gl_Position.z, -gl_Position.w);
}
