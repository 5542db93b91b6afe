// Lines of constant width in the plane, antialiased by the pixel's footprint; they melt into a tone when too fine to see.
float gridLines(vec2 at, float spacing, float width) {
    vec2 uv = at / spacing;
    vec2 foot = max(fwidth(uv), vec2(1e-6));
    vec2 wide = vec2(width / spacing);
    vec2 drawn = clamp(min(wide, 6.0 * foot), foot, vec2(0.5));  // seen from near they stay lines
    vec2 edge = foot * 1.5;
    vec2 off = abs(fract(uv - 0.5) - 0.5) * 2.0;
    vec2 line = smoothstep(drawn + edge, drawn - edge, off) * clamp(wide / drawn, 0.0, 1.0);
    line = mix(line, wide, clamp(foot * 2.0 - 1.0, 0.0, 1.0));
    return mix(line.x, 1.0, line.y);
}

vec3 groundColor(vec2 at) {
    vec3 base = vec3(0.168, 0.190, 0.208);
    // A faint chequer of metres gives the eye a scale.
    vec2 foot = fwidth(at);
    float calm = 1.0 - smoothstep(0.25, 0.9, max(foot.x, foot.y));
    vec2 cell = floor(at);
    base *= 1.0 + (mod(cell.x + cell.y, 2.0) - 0.5) * 0.06 * calm;
    float near = 1.0 - smoothstep(0.0015, 0.004, max(foot.x, foot.y));
    base = mix(base, vec3(0.095, 0.110, 0.125), gridLines(at, 0.1, 0.002) * 0.45 * near);
    base = mix(base, vec3(0.095, 0.110, 0.125), gridLines(at, 1.0, 0.022) * 0.55);
    return mix(base, vec3(0.060, 0.072, 0.088), gridLines(at, 10.0, 0.055) * 0.75);
}
