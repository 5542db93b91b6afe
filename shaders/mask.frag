#version 410 core
out vec4 result;
void main() { result = vec4(1.0); }
