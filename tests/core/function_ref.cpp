#include <memory>
#include <utility>

#include <doctest/doctest.h>

#include "core/function_ref.h"

using drystone::FunctionRef;

static_assert(sizeof(FunctionRef<void()>) == 2 * sizeof(void*));

TEST_CASE("FunctionRef calls the object itself, not a copy") {
    int calls = 0;
    auto count = [&calls, own = 0]() mutable {
        ++calls;
        return ++own;
    };
    const FunctionRef<int()> ref = count;
    const FunctionRef<int()> copy = ref;
    CHECK(ref() == 1);
    CHECK(copy() == 2);
    CHECK(count() == 3);
    CHECK(calls == 3);
}

TEST_CASE("FunctionRef passes references, values and move-only arguments through") {
    int target = 0;
    const auto assign = [](int& out, int value) -> int& { return out = value; };
    const FunctionRef<int&(int&, int)> ref = assign;
    int& result = ref(target, 7);
    CHECK(target == 7);
    CHECK(&result == &target);

    const auto take = [](std::unique_ptr<int> p) { return *p; };
    const FunctionRef<int(std::unique_ptr<int>)> taker = take;
    CHECK(taker(std::make_unique<int>(5)) == 5);
}

TEST_CASE("FunctionRef converts the result and calls const objects") {
    struct Adder {
        int base;
        int operator()(int x) const { return base + x; }
        int operator()(int x) { return base - x; }
    };
    const Adder constant{10};
    Adder changing{10};
    CHECK(FunctionRef<double(int)>(constant)(3) == 13.0);
    CHECK(FunctionRef<double(int)>(changing)(3) == 7.0);
}

static int callWithOne(FunctionRef<int(int)> f) {
    return f(1);
}

TEST_CASE("FunctionRef binds a temporary for the length of a call") {
    CHECK(callWithOne([](int x) { return x + 41; }) == 42);
}
