/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.artemis.Aspect;
import com.artemis.BaseSystem;
import com.artemis.Component;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.OwnModel;
import dev.triune.component.Player;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.LogLines;
import dev.triune.rule.DecisionPolicy;
import dev.triune.rule.SelectionTable;
import dev.triune.rule.StandardSelectionRule;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.system.MindPlugin;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Conversations of agents that are passed over, incomplete, left out, new or kept from thinking.
 */
class TalkFaultsTest {
    /** A component that takes an entity out of all systems. */
    public static class Dead extends Component {}

    private @Nullable TalkWorld talk;

    private TalkWorld talk() {
        return Objects.requireNonNull(talk);
    }

    // ---- answers that pass over a player

    @Test
    void answerAfterOneToSomebodyElseGoesToThePlayerWhoWaits() {
        talk = new TalkWorld();
        int ada = talk.agent("Ada");
        int bryn = talk.agent("Bryn");
        talk.gather(ada, bryn);
        talk.tick();
        talk.talks.begin(ada, bryn);
        talk.talks.say("Robin", ada, "Hello?");
        for (int i = 0; i < 2; i++) {
            talk.untilAsks(ada);
            talk.answer(ada, "As I was saying.", "Bryn");
        }

        assertThat(talk.spoken).extracting(Utterance::to).containsExactly("Bryn", "Robin");
        assertThat(talk.get(TalkState.class, ada).owed).noneMatch(Utterance::fromPlayer);
    }

    @Test
    void eachOfTwoPlayersIsAnsweredByAModelThatAddressesOnlyOne() {
        talk = new TalkWorld();
        int ada = talk.agent("Ada");
        talk.tick();
        talk.talks.say("Robin", ada, "Hello?");
        talk.talks.say("Kim", ada, "And what about me?");
        for (int i = 0; i < 60 * 20; i++) {
            if (talk.open(ada) != null) {
                talk.answer(ada, "I heard you.", "Robin");
            }
            talk.tick();
        }

        assertThat(talk.spoken).extracting(Utterance::to).containsExactly("Robin", "Robin", "Kim");
        assertThat(talk.events).contains("ended: silence");
    }

    // ---- components that go

    @Test
    void agentWithoutNeedsLeavesItsConversation() {
        leavesWithout(Needs.class);
    }

    private void leavesWithout(Class<? extends Component> type) {
        talk = new TalkWorld();
        int ada = talk.agent("Ada");
        talk.tick();
        talk.talks.say("Robin", ada, "Hello?");
        talk.ticks(3);
        talk.world.getMapper(type).remove(ada);
        talk.ticks(100);

        assertThat(talk.events).contains("ended: somebody is gone");
        assertThat(talk.talks.transcript(ada)).isNull();
    }

    @Test
    void agentThatLosesItsBehaviorInAListenerSaysTheBusyLine() {
        for (Class<? extends Component> type : List.of(Behavior.class, BehaviorQueue.class)) {
            talk = new TalkWorld(config -> config.listener(new ConversationListener() {
                @Override
                public void began(Transcript conversation) {
                    talk().world.getMapper(type).remove(conversation.agents.get(0));
                }
            }));
            int ada = talk.agent("Ada");
            talk.tick();
            talk.talks.say("Robin", ada, "Hello?");
            talk.ticks(100);

            assertThat(talk.spoken).extracting(Utterance::text).containsExactly("Not now!");
        }
    }

    @Test
    void playerWithoutPlayerComponentLeaves() {
        talk = new TalkWorld();
        int ada = talk.agent("Ada");
        int robin = talk.player("Robin");
        talk.tick();
        talk.talks.say(robin, ada, "Hello?");
        talk.world.getMapper(Player.class).remove(robin);
        talk.ticks(2);

        assertThat(talk.events).contains("ended: Robin left");
    }

    // ---- agents that the aspect leaves out

    private static TalkWorld withoutTheDead() {
        return new TalkWorld(config -> {}, minds -> minds.aspect(Aspect.exclude(Dead.class)));
    }

    @Test
    void excludedAgentLeavesItsConversation() {
        talk = withoutTheDead();
        int ada = talk.agent("Ada");
        talk.tick();
        talk.talks.say("Robin", ada, "Hello?");
        talk.tick();
        talk.world.getMapper(Dead.class).create(ada);
        talk.ticks(2);

        assertThat(talk.events).contains("ended: somebody is gone");
        talk.ticks(2_000);
        assertThat(talk.spoken).isEmpty();
    }

    @Test
    void excludedAgentsNeitherHearNorSpeak() {
        talk = withoutTheDead();
        int ada = talk.agent("Ada");
        int bryn = talk.agent("Bryn");
        talk.tick();
        talk.world.getMapper(Dead.class).create(ada);

        assertThat(talk.talks.say("Robin", ada, "Hello?").heard()).isFalse();
        assertThat(talk.talks.begin(ada, bryn)).isFalse();
        assertThat(talk.talks.address(bryn, ada, "Hello?")).isFalse();
        talk.talks.bark(ada, "Boo!");
        talk.ticks(100);
        assertThat(talk.spoken).isEmpty();
    }

    // ---- agents that have just appeared

    @Test
    void agentCreatedInThisTickIsAskedInTheNext() {
        talk = new TalkWorld();
        talk.tick();
        int ada = talk.agent("Ada");
        talk.world.getMapper(Behavior.class).remove(ada); // the library adds them
        talk.world.getMapper(BehaviorQueue.class).remove(ada);
        assertThat(talk.talks.say("Robin", ada, "Hello?").heard()).isTrue();
        talk.tick();

        assertThat(talk.prompt(ada)).contains("You answer Robin now.");
        talk.answer(ada, "Good day.", "Robin");
        assertThat(talk.spoken).hasSize(1);
    }

    @Test
    void nobodyHearsALineToAMindWithoutNeeds() {
        talk = new TalkWorld();
        talk.tick();
        int ada = talk.agent("Ada");
        talk.world.getMapper(Needs.class).remove(ada);

        assertThat(talk.talks.say("Robin", ada, "Hello?").heard()).isFalse();
        assertThat(talk.events).isEmpty();
        assertThat(talk.talks.transcript(ada)).isNull();
    }

    @Test
    void nobodyHearsALineToADeletedAgentOrToNone() {
        talk = new TalkWorld();
        int ada = talk.agent("Ada");
        int bryn = talk.agent("Bryn");
        talk.tick();
        talk.world.delete(ada);

        talk.tick();

        assertThat(talk.talks.say("Robin", ada, "Hello?").heard()).isFalse();
        for (int none : new int[] {-1, 99, 9_999}) {
            assertThat(talk.talks.sayToAll("Robin", none, "Hello?").heard()).isFalse();
            assertThat(talk.talks.transcript(none)).isNull();
            talk.talks.end(none);
            assertThatThrownBy(() -> talk().talks.say(none, bryn, "Hello?"))
                    .hasMessageContaining("entity " + none + " has no Player");
            assertThatThrownBy(() -> talk().talks.begin(bryn, none))
                    .hasMessageContaining("entity " + none + " has no Mind");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void playerWhoIsGoneMayLeave(boolean inTheSameTick) {
        talk = new TalkWorld();
        int ada = talk.agent("Ada");
        int player = talk.player("Robin");
        talk.tick();
        talk.talks.say(player, ada, "Hello?");
        talk.world.edit(player).remove(Player.class);
        if (!inTheSameTick) {
            talk.tick();
        }
        talk.talks.leave(player);

        assertThat(talk.talks.transcript(ada)).isNull();
        assertThat(talk.events).last().isEqualTo("ended: Robin left");
    }

    @Test
    void worldMayBeDisposedOfInATick() {
        BaseSystem quit = new BaseSystem() {
            @Override
            protected void processSystem() {
                world.dispose();
            }
        };
        MindPlugin minds =
                new MindPlugin(new FakeBroker(), TalkWorld.ACTIONS).with(new Conversations());
        World world =
                new World(new WorldConfigurationBuilder().with(quit).with(minds).build());

        assertThatCode(world::process).doesNotThrowAnyException();
    }

    @Test
    void worldThatWasDisposedOfHasNoConversations() {
        talk = new TalkWorld();
        int ada = talk.agent("Ada");
        talk.tick();
        try (LogLines log = new LogLines("dev.triune")) {
            talk.world.dispose();
            talk.world.dispose();

            assertThatThrownBy(() -> talk().talks.say("Robin", ada, "Hello?"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("before it is disposed of");
            assertThat(log.everything()).isEmpty();
        }
    }

    // ---- agents that must not call a model

    @Test
    void heldAgentSaysTheBusyLineAtOnce() {
        saysTheBusyLineAtOnce((scheduler, agent) -> scheduler.hold(agent));
    }

    @Test
    void deferredAgentSaysTheBusyLineAtOnce() {
        saysTheBusyLineAtOnce((scheduler, agent) -> scheduler.defer(agent, Duration.ofMinutes(10)));
    }

    @Test
    void agentWhoseOtherLayerIsForcedSaysTheBusyLineAtOnce() {
        saysTheBusyLineAtOnce((scheduler, agent) -> scheduler.overrideLayer(agent, Layer.EXECUTOR));
    }

    private void saysTheBusyLineAtOnce(BiConsumer<LLMSchedulerSystem, Integer> change) {
        talk = new TalkWorld();
        int ada = talk.agent("Ada");
        talk.tick();
        change.accept(talk.world.getSystem(LLMSchedulerSystem.class), ada);
        talk.talks.say("Robin", ada, "Hello?");

        assertThat(talk.spoken).extracting(Utterance::text).containsExactly("Not now!");
    }

    @Test
    void agentWhoseRequestCannotBeMadeSaysTheBusyLineAtOnce() {
        talk = new TalkWorld(
                config -> {},
                minds -> minds.configure(config -> config.keys(name -> {
                    throw new IllegalStateException("the vault is locked");
                })));
        int ada = talk.agent("Ada");
        OwnModel own = new OwnModel("http://localhost:11434", "small");
        own.keyName = "mine";
        talk.get(Mind.class, ada).ownModel = own;
        try (LogLines log = new LogLines("dev.triune")) {
            talk.tick();
            talk.talks.say("Robin", ada, "Hello?");
            assertThat(log.texts()).anyMatch(line -> line.contains("keys"));
        }

        assertThat(talk.spoken).extracting(Utterance::text).containsExactly("Not now!");
    }

    @Test
    void agentHeldWhileItThinksSaysTheBusyLine() {
        talk = new TalkWorld();
        int ada = talk.agent("Ada");
        talk.tick();
        talk.talks.say("Robin", ada, "Hello?");
        talk.granted(ada);
        talk.world.getSystem(LLMSchedulerSystem.class).hold(ada);
        talk.ticks(3);

        assertThat(talk.spoken).extracting(Utterance::text).containsExactly("Not now!");
    }

    // ---- other policies

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void playersAreAnsweredUnderAnyPolicyThatSelectsTheTalker(boolean sequential) {
        DecisionPolicy policy = sequential
                ? DecisionPolicy.sequential()
                : SelectionTable.standard().without(StandardSelectionRule.PLAYER);
        talk = new TalkWorld(
                config -> {}, minds -> minds.configure(config -> config.policy(policy)));
        int ada = talk.agent("Ada");
        talk.tick();
        talk.talks.say("Robin", ada, "Hello?");

        assertThat(talk.granted(ada).request().priority().level()).isEqualTo(9);
        assertThat(talk.granted(ada).request().interrupting()).isTrue();
        talk.answer(ada, "Good day.", "");
        assertThat(talk.spoken).extracting(Utterance::text).containsExactly("Good day.");
    }

    @Test
    void playersAreAnsweredByAnAgentWhoseTalkerIsForced() {
        talk = new TalkWorld();
        int ada = talk.agent("Ada");
        talk.tick();
        talk.world.getSystem(LLMSchedulerSystem.class).overrideLayer(ada, Layer.TALKER);
        talk.talks.say("Robin", ada, "Hello?");

        assertThat(talk.granted(ada).request().priority().level()).isEqualTo(9);
    }
}
