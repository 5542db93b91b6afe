uniform sampler2DShadow shadowMap;

// 1: lit, 0: in shadow. Sixteen bilinear taps under a tent give a smooth edge some five texels wide.
float sunVisibility(vec3 world, vec3 normal) {
    float slope = 1.0 - max(dot(normal, sunDirection.xyz), 0.0);
    vec3 from = world + normal * shadow.y * (0.7 + 1.6 * slope);
    vec3 at = (lightViewProjection * vec4(from, 1.0)).xyz * 0.5 + 0.5;
    if (any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) {
        return 1.0;
    }
    float sum = 0.0;
    float weight = 0.0;
    for (int y = -2; y < 2; ++y) {
        for (int x = -2; x < 2; ++x) {
            vec2 offset = vec2(x, y) + 0.5;
            float w = (2.4 - abs(offset.x)) * (2.4 - abs(offset.y));
            sum += w * texture(shadowMap, vec3(at.xy + offset * shadow.x * 1.25, at.z));
            weight += w;
        }
    }
    vec2 border = abs(at.xy * 2.0 - 1.0);
    float fade = smoothstep(0.86, 0.98, max(border.x, border.y));
    return mix(sum / weight, 1.0, fade);
}

vec3 lit(vec3 albedo, vec3 normal, vec3 world, float gloss) {
    vec3 toEye = normalize(eye.xyz - world);
    float facing = max(dot(normal, sunDirection.xyz), 0.0);
    float visibility = facing > 0.0 ? mix(1.0, sunVisibility(world, normal), shadow.z) : 0.0;
    float sun = facing * visibility;
    // The sky is brighter round the sun: what lies in shadow keeps its form.
    vec3 ambient = mix(kGroundAmbient, kSkyAmbient, normal.y * 0.5 + 0.5) *
        (0.92 + 0.24 * dot(normal, sunDirection.xyz));
    vec3 halfway = normalize(sunDirection.xyz + toEye);
    float highlight = pow(max(dot(normal, halfway), 0.0), 48.0) * gloss;
    // Whatever throws the shadow, and the ground, hide the sky that a glancing edge would mirror.
    vec3 mirrored = reflect(-toEye, normal);
    float rim = pow(1.0 - max(dot(normal, toEye), 0.0), 4.0) * 0.12 * smoothstep(-0.3, 0.3, mirrored.y) *
        mix(0.2, 1.0, visibility);
    vec3 diffuse = albedo * (kSunColor * sun * 0.62 + ambient * 0.62);
    return diffuse + kSunColor * highlight * sun * 0.25 + skyColor(mirrored) * rim * gloss;
}
