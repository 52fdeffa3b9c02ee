/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.artemis.PooledComponent;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.action.VisibleObject;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.PlanPart;
import dev.triune.internal.feed.FeedSystem;
import dev.triune.system.MindPlugin;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a game's own components tell minds. */
class FeedTest {
    /** A game's own position, figures, and name. */
    public static final class Body extends PooledComponent {
        float x;
        float y;
        int stomach = 50;
        String name = "";

        @Override
        protected void reset() {
            x = 0;
            y = 0;
            stomach = 50;
            name = "";
        }
    }

    /** A game's own trees. */
    public static final class Tree extends PooledComponent {
        boolean felled;

        @Override
        protected void reset() {
            felled = false;
        }
    }

    /** The ticks between two looks. */
    private static final int LOOK = (int) new GameClock().ticks(Vision.PERIOD);

    private final FakeBroker broker = new FakeBroker();

    private static Vision<Body> vision() {
        return Vision.by(Body.class, body -> body.x, body -> body.y);
    }

    private World world(Feed... feeds) {
        return new World(new WorldConfigurationBuilder()
                .with(new MindPlugin(broker, TestWorld.ACTIONS).feed(feeds))
                .build());
    }

    @Test
    void copiesNeedsAndNamesEachTick() {
        World world = world(
                Feed.copy(
                        Body.class,
                        Needs.class,
                        (body, needs) -> needs.hunger = body.stomach / 100f),
                Feed.copy(Body.class, Needs.class, (body, needs) -> needs.danger = body.x > 5),
                Feed.copy(Body.class, Persona.class, (body, persona) -> persona.name = body.name));
        int agent = agent(world, 1, 0);
        body(world, agent).name = "Ann";
        world.process();
        assertThat(needs(world, agent).hunger).isEqualTo(0.5f);
        assertThat(needs(world, agent).danger).isFalse();
        assertThat(world.getMapper(Persona.class).get(agent).name).isEqualTo("Ann");

        body(world, agent).stomach = 5;
        body(world, agent).x = 6;
        world.process();
        assertThat(needs(world, agent).hunger).isEqualTo(0.05f);
        assertThat(needs(world, agent).danger).isTrue();
    }

    @Test
    void gameSystemCanReportDanger() {
        int[] hunted = {-1};
        World world = world(Feed.danger(id -> id == hunted[0]));
        int agent = agent(world, 0, 0);
        hunted[0] = agent;
        world.process();
        assertThat(needs(world, agent).danger).isTrue();
    }

    @Test
    void skipsAgentsWithoutTheComponent() {
        World world = world(
                Feed.copy(Body.class, Needs.class, (body, needs) -> needs.energy = 0),
                vision(),
                Feed.copy(Body.class, Persona.class, (body, persona) -> persona.name = "x"));
        int agent = world.create();
        world.getMapper(Mind.class).create(agent);
        world.getMapper(Needs.class).create(agent).energy = 0.7f;
        ticks(world, LOOK);
        assertThat(needs(world, agent).energy).isEqualTo(0.7f);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void findsTheSameNeighborsAsACompleteSearch(long seed) {
        Random random = new Random(seed);
        World world = world(vision().talkRadius(7));
        List<Integer> agents = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            agents.add(agent(world, random.nextFloat() * 60 - 30, random.nextFloat() * 60 - 30));
        }
        ticks(world, 2 * LOOK);
        for (int agent : agents) {
            List<Integer> expected = agents.stream()
                    .filter(other -> other != agent && squared(world, agent, other) <= 49)
                    .sorted(Comparator.<Integer>comparingDouble(
                                    other -> squared(world, agent, other))
                            .thenComparing(other -> other))
                    .limit(Vision.MAX_NEARBY)
                    .toList();
            assertThat(nearby(world, agent))
                    .as("seed %d, agent %d", seed, agent)
                    .isEqualTo(expected);
        }
    }

    @Test
    void listsVisibleObjectsNearestFirstWithoutDuplicateNames() {
        World world = world(vision().sightRadius(10)
                .sees(Tree.class, "oak", "tree")
                .sees(
                        Body.class,
                        body -> body.name.isEmpty()
                                ? null
                                : VisibleObject.of(body.name, "person")));
        int agent = agent(world, 0, 0);
        body(world, agent(world, 2, 0)).name = "Bo";
        body(world, tree(world, 3, 0)).name = "";
        tree(world, 4, 0);
        body(world, agent(world, 1, 0)).name = "Cy";
        body(world, agent(world, 11, 0)).name = "Di";
        ticks(world, LOOK);
        assertThat(world.getMapper(Senses.class).get(agent).visible)
                .containsExactly(
                        VisibleObject.of("Cy", "person"),
                        VisibleObject.of("Bo", "person"),
                        VisibleObject.of("oak", "tree"));
    }

    @Test
    void deadAgentsAreNotNearby() {
        World world = world(vision());
        int agent = agent(world, 0, 0);
        int other = agent(world, 1, 0);
        ticks(world, LOOK);
        assertThat(nearby(world, agent)).containsExactly(other);
        needs(world, other).health = 0;
        ticks(world, LOOK);
        assertThat(nearby(world, agent)).isEmpty();
    }

    @Test
    void agentThatMovesAwayIsForgottenWithinTwoPeriods() {
        World world = world(vision());
        int agent = agent(world, 0, 0);
        int other = agent(world, 1, 0);
        ticks(world, LOOK);
        body(world, other).x = 100;
        ticks(world, 2 * LOOK);
        assertThat(nearby(world, agent)).isEmpty();
    }

    @Test
    void speechIsHeardByNearbyAgents() {
        World world = world(
                vision(),
                Feed.copy(Body.class, Persona.class, (body, persona) -> persona.name = body.name),
                Feed.speech());
        int ann = agent(world, 0, 0);
        body(world, ann).name = "Ann";
        int near = agent(world, 1, 0);
        int far = agent(world, 50, 0);
        ticks(world, LOOK + 1);
        say(world, name -> name.startsWith("Ann"));
        assertThat(world.getMapper(Senses.class).get(near).heard())
                .extracting(Speech::toString)
                .containsExactly("Ann: Good morning");
        assertThat(world.getMapper(Senses.class).get(far).heard()).isEmpty();
    }

    @Test
    void idsThatNobodyHasHearNothing() {
        World world = world(Feed.speech());
        int ann = agent(world, 0, 0);
        int near = agent(world, 1, 0);
        ticks(world, 1);
        Senses senses = world.getMapper(Senses.class).get(ann);
        for (int id : new int[] {100_000, -1, near}) {
            senses.nearby.add(id);
        }
        ticks(world, LOOK);
        say(world, name -> name.endsWith("#1"));
        assertThat(world.getMapper(Senses.class).get(near).heard()).hasSize(1);
    }

    @Test
    @SuppressWarnings("NullAway") // a name that the game has not set
    void namelessSpeakerIsHeardAsSomebody() {
        World world = world(
                vision(),
                Feed.copy(Body.class, Persona.class, (body, persona) -> persona.name = null),
                Feed.speech());
        agent(world, 0, 0);
        int near = agent(world, 1, 0);
        ticks(world, LOOK + 1);
        say(world, name -> name.endsWith("#1"));
        assertThat(world.getMapper(Senses.class).get(near).heard())
                .extracting(Speech::toString)
                .containsExactly("somebody: Good morning");
    }

    /** Answers the open request of an agent with "Good morning". */
    private void say(World world, Predicate<String> agent) {
        FakeBroker.Asked asked = broker.asked().stream()
                .filter(each -> !each.isEnded() && agent.test(each.request().agent()))
                .findFirst()
                .orElseThrow();
        broker.grant(asked);
        broker.answer(asked, new PlanPart.SpokenText("Good morning"));
        ticks(world, 1);
    }

    @Test
    void pluginWithoutFeedsAddsNoFeedSystem() {
        assertThat(new MindPlugin(broker, TestWorld.ACTIONS).systems())
                .noneMatch(FeedSystem.class::isInstance);
    }

    @Test
    void rejectsRadiusNotAboveZero() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> vision().talkRadius(0))
                .withMessage("talkRadius 0.0 (expected more than 0)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> vision().sightRadius(Double.NaN))
                .withMessage("sightRadius NaN (expected more than 0)");
    }

    private static List<Integer> nearby(World world, int agent) {
        var bag = world.getMapper(Senses.class).get(agent).nearby;
        return IntStream.range(0, bag.size()).map(bag::get).boxed().toList();
    }

    private static float squared(World world, int agent, int other) {
        float x = body(world, agent).x - body(world, other).x;
        float y = body(world, agent).y - body(world, other).y;
        return x * x + y * y;
    }

    private static Body body(World world, int entity) {
        return world.getMapper(Body.class).get(entity);
    }

    private static Needs needs(World world, int agent) {
        return world.getMapper(Needs.class).get(agent);
    }

    private static int tree(World world, float x, float y) {
        int tree = thing(world, x, y);
        world.getMapper(Tree.class).create(tree);
        return tree;
    }

    private static int agent(World world, float x, float y) {
        int agent = thing(world, x, y);
        world.getMapper(Mind.class).create(agent);
        world.getMapper(Needs.class).create(agent);
        return agent;
    }

    private static int thing(World world, float x, float y) {
        int thing = world.create();
        Body body = world.getMapper(Body.class).create(thing);
        body.x = x;
        body.y = y;
        return thing;
    }

    private static void ticks(World world, int count) {
        for (int i = 0; i < count; i++) {
            world.process();
        }
    }
}
