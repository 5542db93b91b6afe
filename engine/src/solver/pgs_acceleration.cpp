#include "solver/pgs_acceleration.h"

#include <algorithm>
#include <cmath>

namespace drystone {

// Where the square of the change has grown to so many times the least, what is held belongs to another set of active
// bounds: it is forgotten.
static constexpr double kGrowth = 2.0;

void Acceleration::reset(size_t size) {
    m_size = size;
    const size_t room = size * size_t(5 + 2 * kDepth);
    reserveGrowing(m_store, room);
    m_store.resize(room);
    m_count = m_next = 0;
    m_hasPrevious = false;
}

double Acceleration::product(const double* a, const double* b) {
    const double* w = weights();
    double sum = 0.0;
    for (size_t i = 0; i < m_size; ++i)
        sum += w[i] * a[i] * b[i];
    return sum;
}

void Acceleration::next() {
    double *f = change(), *g = image(), *previous = previousImage();
    double *df = dChange(m_next), *dg = dImage(m_next);
    const double* from = x();
    for (size_t i = 0; i < m_size; ++i) {
        const double now = g[i] - from[i];
        df[i] = now - f[i];
        dg[i] = g[i] - previous[i];
        f[i] = now;
        previous[i] = g[i];
    }
    const double square = product(f, f);
    if (!m_hasPrevious || square > kGrowth * m_least) {
        m_hasPrevious = true;
        m_least = square;
        m_count = m_next = 0;
        return;
    }
    m_least = std::min(m_least, square);
    m_count = std::min(m_count + 1, kDepth);
    for (int i = 0; i < m_count; ++i)
        m_gram[i][m_next] = m_gram[m_next][i] = product(dChange(i), df);
    m_next = (m_next + 1) % kDepth;
    extrapolate();
}

// The least squares by normal equations and Cholesky's factors; a difference that the others nearly span is left out.
void Acceleration::extrapolate() {
    double l[kDepth][kDepth], gamma[kDepth];
    bool used[kDepth];
    for (int i = 0; i < m_count; ++i) {
        double pivot = m_gram[i][i];
        for (int k = 0; k < i; ++k)
            pivot -= l[i][k] * l[i][k];
        used[i] = pivot > 1e-12 * m_gram[i][i];
        l[i][i] = used[i] ? std::sqrt(pivot) : 1.0;
        for (int j = i + 1; j < m_count; ++j) {
            double sum = m_gram[i][j];
            for (int k = 0; k < i; ++k)
                sum -= l[i][k] * l[j][k];
            l[j][i] = used[i] ? sum / l[i][i] : 0.0;
        }
    }
    for (int i = 0; i < m_count; ++i) {
        gamma[i] = product(dChange(i), change());
        for (int k = 0; k < i; ++k)
            gamma[i] -= l[i][k] * gamma[k];
        gamma[i] = used[i] ? gamma[i] / l[i][i] : 0.0;
    }
    for (int i = m_count - 1; i >= 0; --i) {
        for (int k = i + 1; k < m_count; ++k)
            gamma[i] -= l[k][i] * gamma[k];
        gamma[i] = used[i] ? gamma[i] / l[i][i] : 0.0;
    }
    double* g = image();
    for (int i = 0; i < m_count; ++i) {
        const double* dg = dImage(i);
        for (size_t k = 0; k < m_size; ++k)
            g[k] -= gamma[i] * dg[k];
    }
}

}  // namespace drystone
