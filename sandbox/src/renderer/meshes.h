// The two meshes that everything is made of, each with a buffer of instances.
#pragma once

#include <span>

#include "renderer/draw_list.h"
#include "renderer/gl_objects.h"

namespace drystone::sandbox {

class InstancedMesh {
public:
    static InstancedMesh unitBox();
    // An icosphere; each level has four times the triangles of the one before.
    static InstancedMesh unitSphere(int level);

    void upload(std::span<const Instance> instances);
    // One draw call for all that were uploaded.
    void draw() const;
    GLsizei count() const { return m_instanceCount; }

private:
    InstancedMesh(std::span<const float> vertices, std::span<const uint16_t> indices);

    GlVertexArray m_array;
    GlBuffer m_vertices, m_indices, m_instances;
    GLsizei m_indexCount = 0;
    GLsizei m_instanceCount = 0;
};

}  // namespace drystone::sandbox
