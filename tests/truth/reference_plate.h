// A flat plate on rough level ground under uniform pressure, in double precision.
#pragma once

namespace drystone::truth {

struct PlateStop {
    double distance;  // m, of the centre, along a straight line
    double angle;     // rad
    double time;      // s
};

// Coulomb friction integrated over the area: each element is dragged against its own velocity with the same pressure.
// Half sides (m), coefficient times gravity (m/s^2), speed along x (m/s), spin (rad/s). The plate is thin: friction does
// not shift the pressure.
PlateStop plateStop(double halfX, double halfZ, double muG, double speed, double spin);

// Mean distance of a rectangle's points from its centre (m), from its half sides.
double meanRadius(double halfX, double halfZ);

// Time to stop from a spin about the vertical (s).
double spinStopTime(double halfX, double halfZ, double muG, double spin);

}  // namespace drystone::truth
