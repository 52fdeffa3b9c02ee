/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.artemis.Component;
import dev.triune.MindListener;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Progress;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Senses;
import dev.triune.fixture.LogLines;
import dev.triune.habits.Habits;
import dev.triune.testkit.MindTest;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Game code that removes a component of an agent while it is called: each callback, component, and
 * the agent itself or another one.
 */
class LostComponentMatrixTest {
    private static final int TICKS = 400;
    private static final int REMOVALS = 7;
    private static final List<Class<? extends Component>> COMPONENTS = List.of(
            Mind.class, Needs.class, Behavior.class, BehaviorQueue.class, Conversation.class);
    private static final String ANSWER = "{\"thinking\":\"a fine day\",\"mood\":\"good\","
            + "\"goal\":{\"type\":\"personal\",\"description\":\"find a cat\"},"
            + "\"speaking\":\"hello to you all\",\"to\":\"Bob\","
            + "\"action\":[{\"type\":\"gathr\"},{\"type\":\"fly\"},{\"type\":\"sing\"}]}";
    private static final ActionCatalog ACTIONS = ActionCatalog.builder()
            .action("gather", "collect")
            .action("sing", "sing")
            .build();
    private static final List<Progress> MEALS =
            List.of(Progress.DONE, Progress.failed("nothing to eat"), Progress.RUNNING);

    /** Callbacks that need longer lives, and are not called here. */
    private static final Set<String> NOT_REACHED = Set.of(
            "MindListener.planOrdered",
            "MindListener.fallbackQueued",
            "MindListener.stepBridged",
            "MindListener.planDropped",
            "MindListener.nextPlanDropped",
            "MindListener.nextPlanStarted");

    private final List<Integer> agents = new ArrayList<>();
    private @Nullable MindTest sim;
    private @Nullable Conversations talk;
    private int calls;
    private int allCalls;

    static Stream<String> callbacks() {
        Stream<String> listeners = Stream.of(MindListener.class, ConversationListener.class)
                .flatMap(type -> Stream.of(type.getDeclaredMethods())
                        .filter(Method::isDefault)
                        .map(method -> type.getSimpleName() + "." + method.getName()));
        return Stream.concat(listeners, Stream.of("urgencyHint", "hasNews", "watched", "busy"))
                .filter(callback -> !NOT_REACHED.contains(callback));
    }

    @ParameterizedTest
    @MethodSource("callbacks")
    void worldGoesOnWhateverAnAgentLosesInACallback(String callback) {
        try (LogLines log = new LogLines("dev.triune")) {
            for (Class<? extends Component> type : COMPONENTS) {
                for (boolean other : List.of(false, true)) {
                    for (boolean smallTalk : List.of(false, true)) {
                        assertThatCode(() -> run(callback, type, other, smallTalk))
                                .as("%s, other %s, small talk %s", type, other, smallTalk)
                                .doesNotThrowAnyException();
                    }
                }
            }
            assertThat(log.texts()).filteredOn(line -> line.contains("threw")).isEmpty();
        }
        assertThat(allCalls).as("calls of %s", callback).isPositive();
    }

    private void run(
            String callback, Class<? extends Component> type, boolean other, boolean smallTalk) {
        agents.clear();
        calls = 0;
        MindTest world = world(callback, agent -> remove(type, agent, other), smallTalk);
        sim = world;
        for (String name : List.of("Ann", "Bob", "Cid", "Dan")) {
            agents.add(world.agent(name));
        }
        for (int one : agents) {
            agents.stream()
                    .filter(another -> another != one)
                    .forEach(world.get(one, Senses.class).nearby::add);
        }
        for (int tick = 0; tick < TICKS; tick++) {
            if (tick % 50 == 0) {
                agents.forEach(agent -> world.world().getMapper(type).create(agent));
            }
            if (tick == 150) {
                for (int agent : agents) {
                    world.world().getMapper(type).create(agent); // a listener may have removed it
                    Objects.requireNonNull(talk).say("Robin", agent, "Hello?");
                }
            }
            if (tick == 200 || tick == 250) { // reflexes, and then plans again
                float hunger = tick == 200 ? 0.05f : 1f;
                agents.forEach(agent -> world.needs(agent).hunger = hunger);
            }
            if (tick % 50 == 25) {
                removeSteps(world);
            }
            world.ticks(1);
        }
    }

    /** Removes the steps of one agent, as a game may. */
    private void removeSteps(MindTest world) {
        BehaviorQueue queue = world.world().getMapper(BehaviorQueue.class).get(agents.get(1));
        if (queue != null) {
            queue.steps.clear();
        }
    }

    private void remove(Class<? extends Component> type, int agent, boolean other) {
        if (agents.isEmpty() || ++calls > REMOVALS) {
            return;
        }
        allCalls++;
        int target = agent;
        for (int i = 0; other && i < agents.size(); i++) {
            int candidate = agents.get((i + calls) % agents.size());
            target = candidate == agent ? target : candidate;
        }
        Objects.requireNonNull(sim).world().getMapper(type).remove(target);
    }

    private MindTest world(String callback, IntConsumer action, boolean smallTalk) {
        IntConsumer none = agent -> {};
        IntConsumer hint = callback.equals("urgencyHint") ? action : none;
        IntConsumer news = callback.equals("hasNews") ? action : none;
        IntConsumer watched = callback.equals("watched") ? action : none;
        IntConsumer busy = callback.equals("busy") ? action : none;
        Conversations conversations = new Conversations(new ConversationConfig()
                .listener(listener(ConversationListener.class, callback, action))
                .busy((agent, player) -> {
                    busy.accept(agent);
                    return "Not now!";
                }));
        return MindTest.world(ACTIONS)
                .mind((prompt, random) -> ANSWER)
                .stepsTake(5)
                .plugin(minds -> {
                    talk = conversations;
                    minds.runner("sing", (agent, step) -> Progress.failed("hoarse"))
                            .runner("seek_food", (agent, step) -> MEALS.get(agent % 3));
                    minds.listener(listener(MindListener.class, callback, action))
                            .with(conversations)
                            .configure(config -> config.urgencyHint((agent, rule) -> {
                                hint.accept(agent);
                                return 0;
                            }));
                    if (smallTalk) {
                        minds.with(Habits.learning()
                                .exploration(0, 0)
                                .smallTalk((agent, with) -> {
                                    news.accept(agent);
                                    return false;
                                })
                                .watched(agent -> {
                                    watched.accept(agent);
                                    return false;
                                }));
                    }
                });
    }

    /** Returns a listener of which one method acts on its agent, or the first one. */
    private <L> L listener(Class<L> type, String callback, IntConsumer action) {
        Object proxy = Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    if ((type.getSimpleName() + "." + method.getName()).equals(callback)) {
                        boolean names = arguments[0] instanceof Integer;
                        action.accept(names ? (Integer) arguments[0] : agents.get(0));
                    }
                    return method.getDeclaringClass() == Object.class ? 0 : null;
                });
        return type.cast(proxy);
    }
}
