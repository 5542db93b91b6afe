// State as bytes. What a type is made of is listed once, by its static template transfer(archive, self): StateWriter
// measures and saves that list, StateReader loads it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <type_traits>

#include "core/memory.h"
#include "task/task_system.h"

namespace drystone {

// Copies that may be made at the same time, none of them long, so that threads share them evenly.
class CopyList {
public:
    explicit CopyList(Memory& memory) : m_copies(memory) {}

    void clear() { m_copies.clear(); }
    void add(void* to, const void* from, size_t bytes) {
        auto* target = static_cast<std::byte*>(to);
        auto* source = static_cast<const std::byte*>(from);
        for (size_t done = 0; done < bytes; done += kPiece)
            m_copies.push_back({target + done, source + done, std::min(kPiece, bytes - done)});
    }
    void run(TaskSystem& tasks) const {
        tasks.parallelFor(int(m_copies.size()), 1, [&](int begin, int end, int) {
            for (const Copy* copy = &m_copies[size_t(begin)]; copy != m_copies.data() + end; ++copy)
                std::memcpy(copy->to, copy->from, copy->bytes);
        });
    }

private:
    static constexpr size_t kPiece = 256 * 1024;
    struct Copy {
        std::byte* to;
        const std::byte* from;
        size_t bytes;
    };
    Array<Copy> m_copies;
};

// Arrays begin at multiples of this among the bytes.
inline constexpr size_t kStateAlignment = 16;

// out null: only measures. Arrays are copied by what is then in the list, which must be run while they live.
class StateWriter {
public:
    StateWriter(std::byte* out, CopyList& copies) : m_out(out), m_copies(copies) {}

    size_t bytes() const { return m_size; }

    template <class T>
    void operator()(const T& value) {
        if constexpr (requires { T::transfer(*this, value); }) {
            T::transfer(*this, value);
        } else {
            static_assert(std::is_trivially_copyable_v<T>);
            if (m_out)
                std::memcpy(m_out + m_size, &value, sizeof value);
            m_size += sizeof value;
        }
    }
    template <class T>
    void operator()(const Array<T>& array) {
        if constexpr (std::is_trivially_copyable_v<T>) {
            const size_t bytes = array.size() * sizeof(T);
            (*this)(uint64_t{array.size()});
            align();
            if (m_out && bytes > 0)
                m_copies.add(m_out + m_size, array.data(), bytes);
            m_size += bytes;
        } else {
            for (const T& element : array)  // as many as there always are
                (*this)(element);
        }
    }

private:
    void align() {
        const size_t end = (m_size + kStateAlignment - 1) / kStateAlignment * kStateAlignment;
        if (m_out)
            std::memset(m_out + m_size, 0, end - m_size);
        m_size = end;
    }

    std::byte* m_out;
    CopyList& m_copies;
    size_t m_size = 0;
};

// Reads what StateWriter wrote. Too few bytes: complete() is false, and what was read is of no use.
class StateReader {
public:
    StateReader(const std::byte* in, size_t bytes, CopyList& copies) : m_in(in), m_size(bytes), m_copies(copies) {}

    // All that was asked for was there, and nothing is left.
    bool complete() const { return m_enough && m_used == m_size; }

    template <class T>
    void operator()(T& value) {
        if constexpr (requires { T::transfer(*this, value); }) {
            T::transfer(*this, value);
        } else {
            static_assert(std::is_trivially_copyable_v<T>);
            if (const std::byte* from = take(sizeof value))
                std::memcpy(&value, from, sizeof value);
        }
    }
    template <class T>
    void operator()(Array<T>& array) {
        if constexpr (std::is_trivially_copyable_v<T>) {
            uint64_t count = 0;
            (*this)(count);
            take((kStateAlignment - m_used % kStateAlignment) % kStateAlignment);
            const std::byte* from = count <= m_size / sizeof(T) ? take(size_t(count) * sizeof(T)) : take(m_size + 1);
            if (!from)
                return;
            reserveGrowing(array, size_t(count));
            array.resize(size_t(count));
            if (count > 0)
                m_copies.add(array.data(), from, size_t(count) * sizeof(T));
        } else {
            for (T& element : array)
                (*this)(element);
        }
    }

private:
    const std::byte* take(size_t bytes) {
        m_enough = m_enough && bytes <= m_size - m_used;
        if (!m_enough)
            return nullptr;
        m_used += bytes;
        return m_in + m_used - bytes;
    }

    const std::byte* m_in;
    size_t m_size;
    size_t m_used = 0;
    bool m_enough = true;
    CopyList& m_copies;
};

}  // namespace drystone
