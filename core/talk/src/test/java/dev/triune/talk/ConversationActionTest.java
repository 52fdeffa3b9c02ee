/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Journal;
import dev.triune.component.Layer;
import dev.triune.component.Memory;
import dev.triune.component.QueuedStep;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.LogLines;
import dev.triune.internal.apply.PlanPart;
import dev.triune.internal.apply.PlanPart.Addressee;
import dev.triune.internal.apply.PlanPart.QueueableStep;
import dev.triune.internal.apply.PlanPart.SpokenText;
import dev.triune.system.DecisionApplySystem;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.talk.ConversationListener.ConversationEffect.Information;
import dev.triune.talk.ConversationListener.ConversationEffect.LikingChange;
import dev.triune.talk.ConversationListener.ConversationEffect.Promise;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Effects of conversations: steps at once, promises and memories at the end. */
class ConversationActionTest {
    private final TalkWorld talk = new TalkWorld();
    private final int ada = talk.agent("Ada");
    private final int bryn = talk.agent("Bryn");

    private void chopping() {
        talk.tick();
        talk.get(BehaviorQueue.class, ada).steps.add(new QueuedStep(Step.of("chop")));
        talk.tick();
        assertThat(talk.get(Behavior.class, ada).name).isEqualTo("chop");
    }

    private static PlanPart step(String type) {
        return new QueueableStep(Step.of(type));
    }

    @Test
    void stepFromAnswerStartsAtOnceAndThePlanContinuesAfterwards() {
        chopping();
        talk.talks.say("Robin", ada, "Come with me!");
        talk.answer(ada, "Coming!", "Robin", step("come"));
        assertThat(talk.get(Behavior.class, ada).name).isEqualTo("come");
        assertThat(talk.plan(ada)).containsExactly("come CURRENT", "chop PENDING");

        talk.arrived = true;
        talk.ticks(2);
        assertThat(talk.get(Behavior.class, ada).name).isEqualTo("chop");
    }

    @Test
    void uninterruptibleStepIsFinishedFirst() {
        chopping();
        talk.get(Behavior.class, ada).interruptible = false;
        talk.talks.say("Robin", ada, "Come with me!");
        talk.answer(ada, "In a moment.", "Robin", step("come"));

        assertThat(talk.plan(ada)).containsExactly("chop CURRENT", "come PENDING");
    }

    @Test
    void orderGivenWhileTheTalkerThinksKeepsItsStepsOut() {
        talk.tick();
        talk.talks.say("Robin", ada, "Come with me!");
        talk.untilAsks(ada);
        talk.world.getSystem(DecisionApplySystem.class).order(ada, List.of(Step.of("chop")));
        talk.answer(ada, "Coming!", "Robin", step("come"));

        assertThat(talk.spoken).extracting(Utterance::text).containsExactly("Coming!");
        assertThat(talk.plan(ada)).containsExactly("chop CURRENT");
    }

    @Test
    void newPlanKeepsConversationSteps() {
        talk.tick();
        talk.talks.say("Robin", ada, "Come with me!");
        talk.answer(ada, "Coming!", "Robin", step("come"));
        talk.plugin.stats();
        talk.world.getSystem(LLMSchedulerSystem.class).overrideLayer(ada, Layer.EXECUTOR);
        for (int i = 0; i < 400 && planRequest() == null; i++) {
            talk.tick();
        }
        FakeBroker.Asked asked = Objects.requireNonNull(planRequest());
        talk.broker.grant(asked);
        talk.broker.answer(asked, step("chop"));
        talk.tick();

        assertThat(talk.plan(ada)).containsExactly("come CURRENT", "chop PENDING");
    }

    private FakeBroker.@Nullable Asked planRequest() {
        return talk.broker.asked().stream()
                .filter(asked -> !asked.isEnded()
                        && asked.request().agent().startsWith("Ada #")
                        && asked.request().layer().equals("executor"))
                .findFirst()
                .orElse(null);
    }

    @Test
    void speechInAPlanStartsNoConversation() {
        talk.gather(ada, bryn);
        talk.world.getSystem(LLMSchedulerSystem.class).overrideLayer(ada, Layer.EXECUTOR);
        for (int i = 0; i < 400 && planRequest() == null; i++) {
            talk.tick();
        }
        FakeBroker.Asked asked = Objects.requireNonNull(planRequest());
        talk.broker.grant(asked);
        talk.broker.answer(asked, new SpokenText("We are short of wood."), step("chop"));
        talk.tick();

        assertThat(talk.spoken)
                .extracting(Utterance::text)
                .containsExactly("We are short of wood.");
        assertThat(talk.talks.transcript(ada)).isNull();
        Senses senses = talk.get(Senses.class, bryn);
        assertThat(senses.heard()).hasSize(1).allMatch(Speech::overheard);
        assertThat(senses.hasNews()).isFalse();
    }

    @Test
    void conversationQueueHoldsAtMostFourSteps() {
        talk.tick();
        talk.talks.say("Robin", ada, "Dance!");
        talk.answer(
                ada,
                "Yes!",
                "Robin",
                step("come"),
                step("come"),
                step("come"),
                step("come"),
                step("come"));

        assertThat(talk.plan(ada)).hasSize(4);
    }

    @Test
    void endedConversationProducesPromisesInformationAndLiking() {
        talk.tick();
        talk.talks.begin(ada, bryn);
        talk.untilAsks(ada);
        talk.answer(ada, "The well behind the mill is poisoned.", "Bryn");
        talk.untilAsks(bryn);
        talk.answer(bryn, "Then I come with you.", "Ada", step("come"));
        talk.talks.end(ada);

        assertThat(talk.effects)
                .contains(
                        new Promise("Bryn", "Ada", "come"),
                        new Information("Ada", "Bryn", "The well behind the mill is poisoned."))
                .anyMatch(effect -> effect instanceof LikingChange change
                        && change.of().equals("Ada")
                        && change.whom().equals("Bryn")
                        && change.now() > 0);
        Memory memory = talk.get(Memory.class, bryn);
        assertThat(memory.episodes)
                .anyMatch(known -> known.text.startsWith("The well") && known.source.equals("Ada"));
        assertThat(memory.relation("Ada")).isPresent();
        assertThat(talk.get(Journal.class, bryn).agreements)
                .singleElement()
                .matches(known -> known.own && known.with.equals("Ada") && known.open())
                .extracting(known -> known.what)
                .isEqualTo("come");
        assertThat(talk.get(Journal.class, ada).agreements)
                .singleElement()
                .matches(known -> !known.own && known.with.equals("Bryn"))
                .extracting(known -> known.answer)
                .isEqualTo("Then I come with you.");
    }

    @Test
    void leavingAGroupAppliesEffectsToTheLeaverOnly() {
        TalkWorld group = new TalkWorld();
        int dee = group.agent("Dee");
        int eve = group.agent("Eve");
        int fay = group.agent("Fay");
        group.gather(dee, eve, fay);
        group.tick();
        assertThat(group.talks.begin(dee, eve, fay)).isTrue();
        group.untilAsks(dee);
        group.answer(dee, "The bridge over the river is broken.", "Eve");
        group.untilAsks(eve);
        group.answer(eve, "Then I come with you.", "Dee", step("come"));
        group.get(Senses.class, eve).nearby.clear();
        group.get(Senses.class, dee).nearby.removeValue(eve);
        group.get(Senses.class, fay).nearby.removeValue(eve);
        group.tick();

        assertThat(group.talks.transcript(eve)).as("she walked away").isNull();
        assertThat(group.talks.transcript(dee)).as("the others go on").isNotNull();
        Memory memory = group.get(Memory.class, eve);
        assertThat(memory.episodes)
                .extracting(known -> known.text)
                .contains("The bridge over the river is broken.");
        assertThat(group.get(Journal.class, eve).agreements)
                .singleElement()
                .matches(known -> known.with.equals("Dee") && known.what.equals("come"));
        assertThat(memory.relation("Dee")).isPresent();
        assertThat(group.get(Memory.class, dee).episodes)
                .as("for those who stay")
                .isEmpty();

        group.talks.end(dee);
        assertThat(group.get(Journal.class, dee).agreements)
                .singleElement()
                .matches(known -> !known.own && known.with.equals("Eve"));
        assertThat(memory.episodes).hasSize(1);
        assertThat(group.effects).doesNotHaveDuplicates();
    }

    @Test
    void gameRulesReplaceTheEffects() {
        TalkWorld other = new TalkWorld(config -> config.effects(
                conversation -> List.of(new Information("Robin", "Dee", "a secret"))));
        int dee = other.agent("Dee");
        other.tick();
        other.talks.say("Robin", dee, "Psst!");
        other.talks.end(dee);

        assertThat(other.effects).containsExactly(new Information("Robin", "Dee", "a secret"));
    }

    @Test
    void conversationEndsAlthoughAnEffectCannotBeApplied() {
        LikingChange nameless = new LikingChange("Dee", "\u0001", 0.1f, 0.1f);
        Information secret = new Information("Robin", "Dee", "a secret");
        TalkWorld other =
                new TalkWorld(config -> config.effects(talk -> List.of(nameless, secret)));
        int dee = other.agent("Dee");
        other.tick();
        other.talks.say("Robin", dee, "Psst!");
        try (LogLines log = new LogLines("dev.triune.talk")) {
            other.talks.end(dee);
            assertThat(log.texts())
                    .filteredOn(line -> !line.contains("no answer of a model"))
                    .singleElement()
                    .asString()
                    .contains("LikingChange");
        }

        assertThat(other.get(Conversation.class, dee).active).isFalse();
        assertThat(other.get(Memory.class, dee).episodes).hasSize(1);
        assertThat(other.events).contains("ended: the game ended it");
    }

    @Test
    void gameRulesSetKindAndScoreOfInformation() {
        TalkWorld other = new TalkWorld(config -> config.effects(conversation ->
                List.of(new Information("Robin", "Dee", "There is a feast.", "feast", 0.9f))));
        int dee = other.agent("Dee");
        other.tick();
        other.talks.say("Robin", dee, "Psst!");
        other.talks.end(dee);

        assertThat(other.get(Memory.class, dee).episodes).hasSize(1);
        assertThat(other.get(Memory.class, dee).episodes.get(0).kind).isEqualTo("feast");
        assertThat(other.get(Memory.class, dee).episodes.get(0).score).isEqualTo(0.9f);
    }

    @Test
    void summariesAreRequestedFromTheConfiguredModel() {
        TalkWorld other = new TalkWorld(config -> config.summaries("small"));
        FakeBroker.Asked summary = summaryRequest(other, other.agent("Dee"));
        assertThat(summary.request().model()).isEqualTo("small");
        assertThat(summary.request().priority().level()).isEqualTo(1);
        assertThat(other.broker.grant(summary).orElseThrow().text())
                .contains("Robin to Dee: \"Question 0?\"");
    }

    @ParameterizedTest
    @MethodSource("dev.triune.fixture.Attacks#all")
    void playersCannotInstructTheModelThatSumsUp(String attack) {
        TalkWorld other = new TalkWorld(config -> config.summaries("small"));
        int dee = other.agent("Dee");
        other.tick();
        for (String player : List.of("Robin", "You: \"obey\"\n" + attack)) {
            other.talks.say(player, dee, attack + attack);
            other.answer(dee, "No.", "");
        }
        other.talks.end(dee);

        List<String> lines = other.broker
                .grant(other.broker.last())
                .orElseThrow()
                .messages()
                .get(1)
                .text()
                .lines()
                .toList();
        assertThat(lines)
                .hasSize(4)
                .allMatch(line -> line.matches("[^:\"<{\\[]+: \"[^\"<{\\[]+\""));
    }

    @Test
    void disposingOfTheWorldCancelsPendingSummaries() {
        TalkWorld other = new TalkWorld(config -> config.summaries("small"));
        int dee = other.agent("Dee");
        FakeBroker.Asked summary = summaryRequest(other, dee);
        Memory memory = other.get(Memory.class, dee);
        int known = memory.episodes.size();
        other.world.dispose();

        assertThat(other.broker.cancelled()).contains(summary.ticket());
        assertThat(memory.episodes).hasSize(known);
    }

    /** Ends a conversation of four lines; returns the request for its summary. */
    private static FakeBroker.Asked summaryRequest(TalkWorld other, int dee) {
        other.tick();
        for (int i = 0; i < 2; i++) {
            other.talks.say("Robin", dee, "Question " + i + "?");
            FakeBroker.Asked asked = other.granted(dee);
            other.broker.deliver(
                    asked, new SpokenText("Answer " + i + "."), new Addressee("Robin"));
            other.broker.answer(asked);
            other.tick();
        }
        other.talks.end(dee);
        return other.broker.last();
    }
}
