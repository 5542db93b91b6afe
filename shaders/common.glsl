// What every shader knows of the frame. Lengths in metres, colours linear.
layout(std140) uniform Frame {
    mat4 viewProjection;
    mat4 view;
    mat4 projection;
    mat4 inverseViewProjection;
    mat4 lightViewProjection;
    vec4 eye;           // xyz
    vec4 sunDirection;  // xyz: towards the sun
    vec4 viewport;      // width, height, 1 / width, 1 / height (pixels)
    vec4 shadow;        // texel of the map (1 / size), texel in metres, share of the light that a shadow takes
    vec4 style;         // ambient occlusion strength, pixels per point of the screen, exposure
};

const vec3 kSunColor = vec3(3.10, 2.76, 2.30);
const vec3 kSkyAmbient = vec3(0.72, 0.82, 0.98);
const vec3 kGroundAmbient = vec3(0.46, 0.42, 0.37);
const vec3 kHorizon = vec3(0.62, 0.76, 0.90);
const vec3 kZenith = vec3(0.12, 0.30, 0.62);

vec3 skyColor(vec3 direction) {
    float up = direction.y;
    vec3 sky = mix(kHorizon, kZenith, 1.0 - exp(-3.2 * max(up, 0.0)));
    sky = mix(sky, kHorizon * 0.93, smoothstep(0.02, -0.12, up));
    float sun = max(dot(direction, sunDirection.xyz), 0.0);
    return sky + vec3(1.0, 0.85, 0.62) * (0.22 * pow(sun, 24.0) + 0.10 * pow(sun, 4.0));
}

// Far things take the colour of the sky behind them.
vec3 withHaze(vec3 color, vec3 world) {
    vec3 ray = world - eye.xyz;
    float far = length(ray);
    float haze = 1.0 - exp(-pow(far / 420.0, 1.6));
    vec3 direction = ray / max(far, 1e-4);
    return mix(color, skyColor(vec3(direction.x, max(direction.y, 0.0), direction.z)), haze);
}
