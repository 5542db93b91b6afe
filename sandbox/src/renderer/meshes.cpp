#include "renderer/meshes.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include <glm/geometric.hpp>

namespace drystone::sandbox {

namespace {

const void* offsetPointer(size_t bytes) {
    return reinterpret_cast<const void*>(bytes);
}

void floats(GLuint index, GLint size, GLsizei stride, size_t offset, GLuint divisor) {
    glEnableVertexAttribArray(index);
    glVertexAttribPointer(index, size, GL_FLOAT, GL_FALSE, stride, offsetPointer(offset));
    glVertexAttribDivisor(index, divisor);
}

void push(std::vector<float>& out, glm::vec3 v) {
    out.insert(out.end(), {v.x, v.y, v.z});
}

using Edges = std::map<std::pair<uint16_t, uint16_t>, uint16_t>;

uint16_t midpoint(std::vector<glm::vec3>& points, Edges& edges, uint16_t a, uint16_t b) {
    const auto key = std::minmax(a, b);
    const auto [found, fresh] = edges.try_emplace({key.first, key.second}, static_cast<uint16_t>(points.size()));
    if (fresh) {
        points.push_back(glm::normalize(points[a] + points[b]));
    }
    return found->second;
}

}  // namespace

InstancedMesh::InstancedMesh(std::span<const float> vertices, std::span<const uint16_t> indices)
    : m_array(makeVertexArray()),
      m_vertices(makeBuffer()),
      m_indices(makeBuffer()),
      m_instances(makeBuffer()),
      m_indexCount(static_cast<GLsizei>(indices.size())) {
    glBindVertexArray(m_array.get());
    glBindBuffer(GL_ARRAY_BUFFER, m_vertices.get());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(vertices.size_bytes()), vertices.data(), GL_STATIC_DRAW);
    floats(0, 3, 24, 0, 0);
    floats(1, 3, 24, 12, 0);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, m_indices.get());
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(indices.size_bytes()), indices.data(),
                 GL_STATIC_DRAW);
    glBindBuffer(GL_ARRAY_BUFFER, m_instances.get());
    const GLsizei stride = sizeof(Instance);
    floats(2, 3, stride, offsetof(Instance, position), 1);
    floats(3, 4, stride, offsetof(Instance, rotation), 1);
    floats(4, 3, stride, offsetof(Instance, scale), 1);
    glEnableVertexAttribArray(5);
    glVertexAttribPointer(5, 4, GL_UNSIGNED_BYTE, GL_TRUE, stride, offsetPointer(offsetof(Instance, color)));
    glVertexAttribDivisor(5, 1);
    glEnableVertexAttribArray(6);
    glVertexAttribIPointer(6, 1, GL_UNSIGNED_INT, stride, offsetPointer(offsetof(Instance, flags)));
    glVertexAttribDivisor(6, 1);
    glBindVertexArray(0);
}

InstancedMesh InstancedMesh::unitBox() {
    std::vector<float> vertices;
    std::vector<uint16_t> indices;
    for (int axis = 0; axis < 3; ++axis) {
        for (int side = -1; side <= 1; side += 2) {
            glm::vec3 normal(0.0f), u(0.0f), v(0.0f);
            normal[axis] = static_cast<float>(side);
            u[(axis + 1) % 3] = 1.0f;
            v = glm::cross(normal, u);
            const auto first = static_cast<uint16_t>(vertices.size() / 6);
            for (const glm::vec2 corner : {glm::vec2(-1, -1), glm::vec2(1, -1), glm::vec2(1, 1), glm::vec2(-1, 1)}) {
                push(vertices, normal + u * corner.x + v * corner.y);
                push(vertices, normal);
            }
            for (const int step : {0, 1, 2, 0, 2, 3}) {
                indices.push_back(static_cast<uint16_t>(first + step));
            }
        }
    }
    return InstancedMesh(vertices, indices);
}

InstancedMesh InstancedMesh::unitSphere(int level) {
    const float t = 1.6180340f;
    std::vector<glm::vec3> points = {{-1, t, 0},  {1, t, 0},  {-1, -t, 0}, {1, -t, 0}, {0, -1, t},  {0, 1, t},
                                     {0, -1, -t}, {0, 1, -t}, {t, 0, -1},  {t, 0, 1},  {-t, 0, -1}, {-t, 0, 1}};
    for (glm::vec3& point : points) {
        point = glm::normalize(point);
    }
    std::vector<uint16_t> indices = {0, 11, 5,  0, 5,  1, 0, 1, 7, 0, 7,  10, 0, 10, 11, 1, 5, 9, 5, 11,
                                     4, 11, 10, 2, 10, 7, 6, 7, 1, 8, 3,  9,  4, 3,  4,  2, 3, 2, 6, 3,
                                     6, 8,  3,  8, 9,  4, 9, 5, 2, 4, 11, 6,  2, 10, 8,  6, 7, 9, 8, 1};
    for (int i = 0; i < level; ++i) {
        Edges edges;
        std::vector<uint16_t> finer;
        for (size_t k = 0; k < indices.size(); k += 3) {
            const uint16_t a = indices[k], b = indices[k + 1], c = indices[k + 2];
            const uint16_t ab = midpoint(points, edges, a, b);
            const uint16_t bc = midpoint(points, edges, b, c);
            const uint16_t ca = midpoint(points, edges, c, a);
            finer.insert(finer.end(), {a, ab, ca, b, bc, ab, c, ca, bc, ab, bc, ca});
        }
        indices = std::move(finer);
    }
    std::vector<float> vertices;
    for (const glm::vec3 point : points) {
        push(vertices, point);
        push(vertices, point);
    }
    return InstancedMesh(vertices, indices);
}

void InstancedMesh::upload(std::span<const Instance> instances) {
    m_instanceCount = static_cast<GLsizei>(instances.size());
    glBindBuffer(GL_ARRAY_BUFFER, m_instances.get());
    // A fresh store each time: the driver need not wait for the last frame.
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(instances.size_bytes()), instances.data(), GL_STREAM_DRAW);
}

void InstancedMesh::draw() const {
    if (m_instanceCount > 0) {
        glBindVertexArray(m_array.get());
        glDrawElementsInstanced(GL_TRIANGLES, m_indexCount, GL_UNSIGNED_SHORT, nullptr, m_instanceCount);
    }
}

}  // namespace drystone::sandbox
