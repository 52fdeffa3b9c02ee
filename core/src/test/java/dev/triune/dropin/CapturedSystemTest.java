/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.BaseSystem;
import com.artemis.ComponentMapper;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionRunner;
import dev.triune.action.Help;
import dev.triune.action.Progress;
import dev.triune.action.Routine;
import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import dev.triune.fixture.FakeBroker;
import dev.triune.prompt.PromptBuilder;
import dev.triune.prompt.Surroundings;
import dev.triune.rule.ReflexRule;
import dev.triune.rule.ReflexTable;
import dev.triune.rule.SelectionRule;
import dev.triune.rule.SelectionRule.AgentView;
import dev.triune.rule.SelectionTable;
import dev.triune.rule.StandardSelectionRule;
import dev.triune.system.MindPlugin;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Artemis injects into objects of the game but does not touch lambdas and records. */
class CapturedSystemTest {
    private static final class Weather extends BaseSystem {
        private int asked;

        int look() {
            asked++;
            return asked;
        }

        @Override
        protected void processSystem() {}
    }

    @Help("rest")
    record Rest() {}

    record Thirst(Weather weather) implements ReflexRule {
        @Override
        public String name() {
            return "thirsty";
        }

        @Override
        public String behavior() {
            return "drink";
        }

        @Override
        public int priority() {
            return 82;
        }

        @Override
        public boolean activates(int agent, Needs needs, Behavior behavior, long tick) {
            return weather.look() < 0;
        }
    }

    record Rain(Weather weather) implements SelectionRule {
        @Override
        public Layer layer() {
            return Layer.EXECUTOR;
        }

        @Override
        public int urgency() {
            return 9;
        }

        @Override
        public String reason() {
            return "it rains";
        }

        @Override
        public boolean matches(AgentView agent) {
            return weather.look() > 0;
        }
    }

    record Bridge(Weather weather) implements Routine {}

    /** An ordinary class: its mapper is injected although it also holds a system. */
    static final class Drink implements ActionRunner<Step> {
        private final Weather weather;

        @SuppressWarnings("NullAway.Init") // Artemis fills it in
        private ComponentMapper<Needs> mNeeds;

        Drink(Weather weather) {
            this.weather = weather;
        }

        @Override
        public Progress tick(int agent, Step step) {
            mNeeds.get(agent).hunger = 1f / weather.look();
            return Progress.DONE;
        }
    }

    private final FakeBroker broker = new FakeBroker();
    private final ActionCatalog actions = ActionCatalog.of(Rest.class);
    private final Weather weather = new Weather();

    private World world(MindPlugin minds) {
        return new World(
                new WorldConfigurationBuilder().with(weather).with(minds).build());
    }

    private int agent(World world) {
        int agent = world.create();
        world.edit(agent).create(Mind.class);
        world.edit(agent).create(Needs.class);
        world.edit(agent).create(Senses.class);
        return agent;
    }

    @Test
    void lambdasAndRecordsMayHoldGameSystems() {
        PromptBuilder talker = PromptBuilder.talker(actions);
        ActionRunner<Rest> resting =
                (agent, rest) -> weather.look() > 0 ? Progress.DONE : Progress.RUNNING;
        World world = world(new MindPlugin(broker, actions)
                .runner(Rest.class, resting)
                .runner("seek_food", (agent, step) -> Progress.failed("" + weather.look()))
                .perception(
                        agent -> new Surroundings("rain " + weather.look(), List.of(), List.of()))
                .routine(new Bridge(weather))
                .reflexes(ReflexTable.standard().with(new Thirst(weather)))
                .configure(minds -> minds.urgencyHint((agent, rule) -> weather.look() * 0)
                        .memoryRetriever((agent, cue) -> {
                            weather.look();
                            return List.of();
                        })
                        .layer(
                                Layer.TALKER,
                                config -> config.withPrompt(snapshot -> {
                                    weather.look();
                                    return talker.build(snapshot);
                                }))
                        .policy(SelectionTable.standard()
                                .with(new Rain(weather), StandardSelectionRule.PERIODIC))));
        agent(world);
        world.process();
        assertThat(broker.asked()).isNotEmpty();
        assertThat(broker.grant(broker.last()).orElseThrow().text()).contains("rain");
    }

    @Test
    void lambdaPolicyMayHoldAGameSystem() {
        World world = world(new MindPlugin(broker, actions)
                .configure(minds -> minds.policy(agent -> weather.look() > 0
                        ? StandardSelectionRule.PERIODIC
                        : StandardSelectionRule.COMPANY)));
        int agent = agent(world);
        world.getMapper(Senses.class).get(agent).hear(new Speech("Ann", "Hello", 0));
        world.process();
        assertThat(weather.asked).isPositive();
    }

    @Test
    void injectsMappersIntoRunnerThatHoldsASystem() {
        World world =
                world(new MindPlugin(broker, actions).runner("seek_food", new Drink(weather)));
        int agent = agent(world);
        world.getMapper(Needs.class).get(agent).hunger = 0.1f;
        world.process();
        assertThat(world.getMapper(Needs.class).get(agent).hunger).isEqualTo(1);
    }
}
