#version 410 core
in vec4 color;
in vec2 across;
flat in float round;
out vec4 result;
void main() {
    float alpha = color.a;
    if (round > 0.5) {
        float r = length(across);
        alpha *= 1.0 - smoothstep(1.0 - fwidth(r), 1.0, r);
    }
    result = vec4(color.rgb * alpha, alpha);  // premultiplied
}
