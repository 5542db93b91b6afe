#include "truth/floors.h"

#include "truth/scenario.h"

namespace drystone::truth {

namespace {

struct Floor {
    std::string_view scenario;
    double score;
};

// What is reached, less a small margin. Where the engine is weak the floor says so; docs/truth.md says why.
constexpr Floor kFloors[] = {
    // free_motion
    {"constant_force", 0.95},
    {"drifter", 0.95},
    {"fall_varying_step", 0.95},
    {"fast_flight", 0.95},
    {"fast_spin", 0.95},
    {"flip_times", 0.95},
    {"free_fall", 0.93},
    {"off_centre", 0.95},
    {"projectile", 0.95},
    {"spin_each_axis", 0.95},
    {"symmetric_top", 0.95},
    {"tumble_kept", 0.95},
    {"tumble_long", 0.95},
    {"tumble_reference", 0.95},
    // friction
    {"force_threshold", 0.89},
    {"ramp_holds", 0.95},
    {"ramp_slides", 0.95},
    {"slide_and_spin", 0.93},
    {"spin_edge", 0.95},
    {"spin_rectangle", 0.95},
    {"spin_square", 0.95},
    {"stopping_distance", 0.95},
    {"tipping", 0.95},
    // rolling
    {"point_spin", 0.95},
    {"rolls_down", 0.95},
    {"rolls_on", 0.95},
    {"rolls_up", 0.94},
    {"slide_to_roll", 0.95},
    // restitution
    {"bounce_heights", 0.95},
    {"bounce_rates", 0.95},
    {"bounce_small", 0.95},
    {"bounce_time", 0.95},
    {"box_flat", 0.95},
    {"corner_bounce", 0.95},
    {"elastic_height", 0.95},
    {"oblique_bounce", 0.95},
    {"spinning_bounce", 0.95},
    // collisions
    {"cradle_gaps", 0.95},
    {"cradle_touching", 0.95},
    {"elastic_boxes", 0.95},
    {"elastic_spheres", 0.95},
    {"free_clusters", 0.95},
    {"glancing", 0.95},
    {"head_on", 0.95},
    {"off_centre_hit", 0.95},
    // stacks
    {"card_house", 0.95},
    {"crooked_stack", 0.95},
    {"deep_overlap", 0.66},
    {"jenga", 0.95},
    {"plates_30", 0.95},
    {"pyramid_100", 0.69},
    {"pyramid_20", 0.93},
    {"sphere_block", 0.95},
    {"sphere_block_elastic", 0.95},
    {"stack_10", 0.87},
    {"stack_20", 0.95},
    {"stack_50", 0.95},
    {"stack_large", 0.95},
    {"stack_rates", 0.95},
    {"stack_small", 0.67},
    {"stack_varying_step", 0.9},
    {"wall_hit", 0.95},
    // loads
    {"bridge_loads", 0.95},
    {"cantilever", 0.95},
    {"heavy_on_four", 0.95},
    {"heavy_on_light_10", 0.95},
    {"heavy_on_light_100", 0.95},
    {"heavy_on_light_1000", 0.95},
    {"leg_loads", 0.75},
    {"light_on_heavy", 0.95},
    {"overhang", 0.95},
    {"seesaw", 0.95},
    {"weight_reading", 0.95},
    // fast
    {"ball_between_walls", 0.95},
    {"near_miss_box", 0.95},
    {"near_miss_sphere", 0.95},
    {"passing_bodies", 0.95},
    {"rod_end", 0.95},
    {"seam_box", 0.95},
    {"seam_sphere_rolls", 0.95},
    {"seam_sphere_slides", 0.95},
    {"thin_floor", 0.95},
    {"thin_wall_boxes", 0.95},
    {"thin_wall_spheres", 0.95},
    // kinematics
    {"bat", 0.95},
    {"jaws", 0.95},
    {"lift", 0.95},
    {"platform_speeds_up", 0.81},
    {"platform_starts", 0.95},
    {"pusher", 0.65},
    {"turntable", 0.87},
    // keep
    {"heap_sleeps", 0.95},
    {"same_bits", 0.95},
    {"sleep_time", 0.95},
    {"sleeps_on", 0.95},
    {"slow_not_asleep", 0.95},
    {"support_goes", 0.95},
    {"wake_causes", 0.95},
};

}  // namespace

double floorOf(std::string_view scenario) {
    for (const Floor& floor : kFloors)
        if (floor.scenario == scenario)
            return floor.score;
    return 0;
}

std::vector<std::string> floorsWithoutScenario() {
    std::vector<std::string> out;
    for (const Floor& floor : kFloors)
        if (!findScenario(floor.scenario))
            out.emplace_back(floor.scenario);
    return out;
}

}  // namespace drystone::truth
