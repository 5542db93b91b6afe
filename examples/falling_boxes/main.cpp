// A window, a floor, boxes that fall: Drystone beside GLFW and plain OpenGL. A click drops a box, Escape leaves.
// falling_boxes [frames]: leaves by itself after so many.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <GLFW/glfw3.h>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/gtc/type_ptr.hpp>

#include <drystone/drystone.h>

using namespace drystone;

namespace {

struct Game {
    World world;
    FixedStepper stepper{1.0f / 60.0f};
    std::vector<BodyId> boxes;

    Game() {
        const BodyId ground = world.createBody({.type = BodyType::Static});
        world.createShape(ground, {.geometry = HalfSpace{}});
        for (int row = 0; row < 8; ++row)
            for (int i = 0; i < 8 - row; ++i)
                drop({float(i) - 0.5f * float(7 - row), 0.5f + 1.3f * float(row), 0});
    }
    void drop(glm::vec3 position) {
        const BodyId box = world.createBody({.position = position});
        world.createShape(box, {.geometry = Box{glm::vec3(0.48f)}});
        boxes.push_back(box);
    }
};

// Six faces about the origin, shaded by their normals alone.
void drawCube() {
    glBegin(GL_QUADS);
    for (int axis = 0; axis < 3; ++axis)
        for (const float side : {-1.0f, 1.0f}) {
            glm::vec3 normal(0), u(0), v(0);
            normal[axis] = side;
            u[(axis + 1) % 3] = 1;
            v[(axis + 2) % 3] = side;
            glNormal3fv(glm::value_ptr(normal));
            for (const glm::vec3& corner : {normal - u - v, normal + u - v, normal + u + v, normal - u + v})
                glVertex3fv(glm::value_ptr(corner));
        }
    glEnd();
}

void drawBox(const glm::mat4& view, const Transform& pose, glm::vec3 halfExtents, glm::vec3 color) {
    const glm::mat4 model = glm::translate(glm::mat4(1), pose.position) * glm::mat4_cast(pose.rotation);
    glLoadMatrixf(glm::value_ptr(view * glm::scale(model, halfExtents)));
    glColor3fv(glm::value_ptr(color));
    drawCube();
}

void draw(const Game& game, int width, int height) {
    glViewport(0, 0, width, height);
    glClearColor(0.62f, 0.70f, 0.78f, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    for (const GLenum what : {GL_DEPTH_TEST, GL_LIGHTING, GL_LIGHT0, GL_COLOR_MATERIAL, GL_NORMALIZE})
        glEnable(what);
    glMatrixMode(GL_PROJECTION);
    glLoadMatrixf(glm::value_ptr(glm::perspective(0.8f, float(width) / float(height), 0.1f, 200.0f)));
    glMatrixMode(GL_MODELVIEW);
    const glm::mat4 view = glm::lookAt(glm::vec3(7, 6, 14), glm::vec3(0, 2.5f, 0), glm::vec3(0, 1, 0));
    glLoadMatrixf(glm::value_ptr(view));
    glLightfv(GL_LIGHT0, GL_POSITION, glm::value_ptr(glm::vec4(0.4f, 1, 0.6f, 0)));
    drawBox(view, {.position = {0, -0.5f, 0}}, {20, 0.5f, 20}, {0.55f, 0.57f, 0.60f});
    for (const BodyId box : game.boxes)  // asleep: darker
        drawBox(view, game.world.interpolatedTransform(box, game.stepper.alpha()), glm::vec3(0.48f),
                game.world.isAwake(box) ? glm::vec3(0.85f, 0.55f, 0.30f) : glm::vec3(0.66f, 0.50f, 0.38f));
}

}  // namespace

int main(int argc, char** argv) {
    const long frames = argc > 1 ? std::strtol(argv[1], nullptr, 10) : -1;
    GLFWwindow* window = glfwInit() ? glfwCreateWindow(960, 600, "Falling boxes", nullptr, nullptr) : nullptr;
    if (!window) {
        std::fputs("falling_boxes: no window: is there a display?\n", stderr);
        return 1;
    }
    glfwMakeContextCurrent(window);
    glfwSwapInterval(1);
    Game game;
    bool wasDown = false;
    double last = glfwGetTime();
    for (long frame = 0; frame != frames && !glfwWindowShouldClose(window); ++frame) {
        glfwPollEvents();
        const bool down = glfwGetMouseButton(window, GLFW_MOUSE_BUTTON_LEFT) == GLFW_PRESS;
        if (down && !wasDown)
            game.drop({0, 12, 0});
        wasDown = down;
        const double now = glfwGetTime();
        game.stepper.advance(game.world, frames < 0 ? float(now - last) : 1.0f / 60.0f);  // counted frames: no clock
        last = now;
        int width = 1, height = 1;
        glfwGetFramebufferSize(window, &width, &height);
        if (height > 0)
            draw(game, width, height);
        glfwSwapBuffers(window);
        if (glfwGetKey(window, GLFW_KEY_ESCAPE) == GLFW_PRESS)
            glfwSetWindowShouldClose(window, GLFW_TRUE);
    }
    std::printf("falling_boxes: %zu boxes, %d awake\n", game.boxes.size(), game.world.counters().awakeBodies);
    glfwTerminate();
    return 0;
}
