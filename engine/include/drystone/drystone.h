// The whole public API.
#pragma once

#include <drystone/fixed_stepper.h>
#include <drystone/version.h>
#include <drystone/world.h>
