// The least score that each scenario may have with the default settings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace drystone::truth {

// 0 for a scenario without a floor.
double floorOf(std::string_view scenario);
std::vector<std::string> floorsWithoutScenario();

}  // namespace drystone::truth
