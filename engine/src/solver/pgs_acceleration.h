// Anderson's acceleration of a fixed-point iteration x <- g(x): the next x is that affine combination of the last images
// g(x_i) of which the changes f_i = g(x_i) - x_i nearly cancel. Where g is linear this is GMRES on it (H. F. Walker,
// P. Ni, 2011); the fixed points stay the same.
#pragma once

#include <cstddef>

#include "core/memory.h"

namespace drystone {

class Acceleration {
public:
    explicit Acceleration(Memory& memory) : m_store(memory) {}

    // size: of x. Forgets what came before.
    void reset(size_t size);

    double* x() { return vector(0); }        // where the iteration stands; the caller sets it, then calls next
    double* image() { return vector(1); }    // g(x); next overwrites it with the x to go on from
    double* weights() { return vector(2); }  // of the squares that are minimised; > 0
    void next();

private:
    static constexpr int kDepth = 20;

    double* vector(int i) { return m_store.data() + size_t(i) * m_size; }
    double* change() { return vector(3); }
    double* previousImage() { return vector(4); }
    double* dChange(int i) { return vector(5 + i); }
    double* dImage(int i) { return vector(5 + kDepth + i); }
    double product(const double* a, const double* b);
    void extrapolate();

    Array<double> m_store;
    size_t m_size = 0;
    int m_count = 0;  // differences held
    int m_next = 0;   // where the next one goes
    bool m_hasPrevious = false;
    double m_least = 0.0;  // smallest square since the last restart
    double m_gram[kDepth][kDepth];
};

}  // namespace drystone
