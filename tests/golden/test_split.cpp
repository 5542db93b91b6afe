// The split view's two worlds: under the same settings whatever a person does leaves them the same bits.
#include <doctest/doctest.h>
#include <glm/geometric.hpp>

#include "core/panes.h"
#include "core/session.h"

namespace {

using namespace drystone;
using namespace drystone::sandbox;

struct Lab {
    MessageLog log{false};
    Session session;

    explicit Lab(const char* scene) : session(*scenes::findScene(scene), {}, log) { session.openSplit(); }
    const World& a() const { return session.at(Side::A).world(); }
    const World& b() const { return session.at(Side::B).world(); }
    bool same() const { return a().stateHash() == b().stateHash(); }
    void run(int frames) {
        for (int i = 0; i < frames; ++i) {
            session.advance(0.007f + 0.003f * static_cast<float>(i % 5));  // frames of unequal length
        }
    }
    BodyId highest() const {
        BodyId best;
        for (const BodyId body : session.simulation.bodies()) {
            if (a().type(body) == BodyType::Dynamic && (!best || a().position(body).y > a().position(best).y)) {
                best = body;
            }
        }
        return best;
    }
};

}  // namespace

TEST_CASE("Both worlds take the same steps and the same inputs") {
    Lab lab("stack_10");
    Session& session = lab.session;
    lab.run(40);
    CHECK(session.simulation.stepCount() > 20);
    CHECK(session.at(Side::B).stepCount() == session.simulation.stepCount());
    CHECK(lab.same());

    session.shoot({{0.0f, 6.0f, 15.0f}, {0.0f, 0.0f, -1.0f}}, Projectile::Sphere);
    session.spawn({{3.0f, 8.0f, 0.0f}, {0.0f, -1.0f, 0.0f}}, Projectile::Box, Side::B);
    CHECK(lab.a().bodyCount() == lab.b().bodyCount());
    lab.run(60);
    CHECK(lab.same());

    // Picked and held in B: the same body of both worlds follows.
    const glm::vec3 top = lab.a().centerOfMass(lab.highest());
    const RayHit hit = session.pick({top + glm::vec3(0.0f, 5.0f, 0.0f), {0.0f, -1.0f, 0.0f}}, Side::B);
    REQUIRE(hit);
    session.select(hit.body);
    session.grab(hit, Side::B);
    REQUIRE(session.spring.active());
    session.spring.setTarget(top + glm::vec3(2.0f, 1.0f, 0.0f));
    lab.run(60);
    CHECK(lab.same());
    CHECK(glm::distance(lab.a().centerOfMass(session.selected()), top) > 1.0f);

    session.deleteSelected();
    CHECK(lab.a().bodyCount() == lab.b().bodyCount());
    CHECK(!session.selected());
    lab.run(20);
    CHECK(session.stepOnce());
    CHECK(lab.same());
    CHECK(divergence(session.simulation, session.at(Side::B)).distance == 0.0f);
}

TEST_CASE("Settings part the worlds; a restart brings them together and keeps the settings") {
    Lab lab("pyramid_20");
    Session& session = lab.session;
    WorldSettings other = session.simulation.settings();
    other.solver = SolverKind::SequentialImpulse;
    other.substeps = 2;
    REQUIRE(session.at(Side::B).setSettings(other));
    lab.run(40);
    CHECK(!lab.same());
    const Divergence apart = divergence(session.simulation, session.at(Side::B));
    CHECK(apart.distance > 0.0f);
    CHECK(apart.angle < 0.5f);
    session.restart();
    CHECK(lab.same());
    CHECK(session.at(Side::B).settings() == other);
    CHECK(session.at(Side::A).settings() != other);

    // The next scene keeps what each side had changed.
    session.loadScene(*scenes::findScene("stack_10"));
    CHECK(session.at(Side::B).settings().substeps == 2);
    CHECK(session.at(Side::A).settings().substeps == WorldSettings{}.substeps);
    CHECK(lab.same());

    session.swapSettings();
    CHECK(session.at(Side::A).settings().substeps == 2);
    session.copySettingsToTwin();
    CHECK(session.at(Side::A).settings() == session.at(Side::B).settings());
    lab.run(40);
    CHECK(lab.same());
}

TEST_CASE("Closed and opened again, B has the settings that it had") {
    Lab lab("stack_10");
    WorldSettings other = lab.session.simulation.settings();
    other.substeps = 7;
    lab.session.at(Side::B).setSettings(other);
    lab.session.closeSplit();
    CHECK(!lab.session.split());
    CHECK(&lab.session.at(Side::B) == &lab.session.simulation);
    lab.run(10);
    lab.session.openSplit();
    CHECK(lab.session.at(Side::B).settings().substeps == 7);
    CHECK(lab.session.simulation.stepCount() == 0);
}

TEST_CASE("The twin builds the scene with the parameters that the first world has") {
    Lab lab("wall_and_ball");
    scenes::Parameter& speed = lab.session.simulation.scene().parameters()[0];
    speed.value = speed.minimum;
    lab.session.restart();
    CHECK(lab.session.at(Side::B).scene().parameters()[0].value == speed.minimum);
    CHECK(lab.same());
    lab.run(30);
    CHECK(lab.same());
}

TEST_CASE("Both panes see the same through the same camera") {
    const Panes panes(true, 1281.0f, 720.0f, {256.0f, 60.0f, 677.0f, 400.0f});
    REQUIRE(panes.all().size() == 2);
    Camera camera;
    const glm::vec3 point{0.7f, 1.9f, -0.4f};
    const Pane& left = panes.of(Side::A);
    const Pane& right = panes.of(Side::B);
    const glm::vec3 inLeft = through(left, camera).project(point);
    const glm::vec3 inRight = through(right, camera).project(point);
    CHECK(inRight.x - right.picture.x == doctest::Approx(inLeft.x - left.free.x).epsilon(1e-4));
    CHECK(inRight.y == doctest::Approx(inLeft.y).epsilon(1e-4));
    CHECK(panes.at({inLeft.x, inLeft.y}).side == Side::A);
    CHECK(panes.at({inRight.x, inRight.y}).side == Side::B);
    // And back: the ray through where it is seen meets it.
    const Ray ray = through(right, camera).ray({inRight.x, inRight.y});
    const glm::vec3 towards = glm::normalize(point - ray.origin);
    CHECK(glm::dot(towards, ray.direction) == doctest::Approx(1.0).epsilon(1e-5));
}
