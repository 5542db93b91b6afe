// Every way of solving contacts that a world offers.
#pragma once

#include <drystone/settings.h>

namespace drystone::lab {

struct SolverChoice {
    const char* name;
    SolverKind kind;
    Stabilisation stabilisation = Stabilisation::SplitImpulse;

    WorldSettings in(WorldSettings settings) const {
        settings.solver = kind;
        settings.stabilisation = stabilisation;
        return settings;
    }
};

inline constexpr SolverChoice kSolverChoices[] = {
    {"SoftStep", SolverKind::SoftStep},
    {"SupportStep", SolverKind::SupportStep},
    {"SequentialImpulse, Baumgarte", SolverKind::SequentialImpulse, Stabilisation::Baumgarte},
    {"SequentialImpulse, SplitImpulse", SolverKind::SequentialImpulse, Stabilisation::SplitImpulse},
    {"SequentialImpulse, Ngs", SolverKind::SequentialImpulse, Stabilisation::Ngs},
    {"Xpbd", SolverKind::Xpbd},
};

}  // namespace drystone::lab
