/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.MindListener;
import dev.triune.component.Journal;
import dev.triune.component.Journal.Agreement;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Senses;
import dev.triune.fixture.FakeBroker;
import dev.triune.internal.apply.PlanPart;
import dev.triune.system.LLMSchedulerSystem;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A promise is made to somebody who hears it, or the model learns that nobody did. */
class PromiseHearerTest {
    private static final String PROMISE = "chop wood for the oven";
    private static final String WORDS = "There will be wood tonight.";

    private final TalkWorld talk = new TalkWorld();
    private final int ada = talk.agent("Ada");
    private final int bryn = talk.agent("Bryn");

    private List<Agreement> agreements(int agent) {
        Journal journal = talk.get(Journal.class, agent);
        return journal == null ? List.of() : journal.agreements;
    }

    private void promise(int agent, String to) {
        FakeBroker.Asked asked = talk.granted(agent);
        if (!to.isEmpty()) {
            talk.broker.deliver(asked, new PlanPart.Addressee(to));
        }
        talk.broker.deliver(asked, new PlanPart.Later(PROMISE));
        talk.broker.answer(asked, new PlanPart.SpokenText(WORDS));
        talk.ticks(2);
    }

    private void isAgreed() {
        assertThat(agreements(ada)).singleElement().satisfies(each -> {
            assertThat(each.with).isEqualTo("Bryn");
            assertThat(each.own).isTrue();
            assertThat(each.what).isEqualTo(PROMISE);
            assertThat(each.answer).isEqualTo(WORDS);
        });
        assertThat(agreements(bryn)).singleElement().satisfies(each -> {
            assertThat(each.with).isEqualTo("Ada");
            assertThat(each.own).isFalse();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "all", "everyone", "Bryn"})
    void firstWordsPromiseToWhoeverHearsThem(String to) {
        talk.tick();
        talk.gather(ada, bryn);
        talk.untilAsks(ada);
        promise(ada, to);
        isAgreed();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "all", "everyone"})
    void firstWordsOfAConversationThatTheGameBeginsPromiseToTheOther(String to) {
        talk.gather(ada, bryn);
        talk.begin(ada, bryn);
        promise(ada, to);
        isAgreed();
    }

    @Test
    void promiseWithoutAHearerIsRefusedAndItsWordsAreSaid() {
        talk.tick();
        talk.gather(ada, bryn);
        talk.untilAsks(ada);
        talk.get(Senses.class, ada).nearby.clear();
        promise(ada, "");
        assertThat(agreements(ada)).isEmpty();
        assertThat(talk.get(Mind.class, ada).troubles(Layer.TALKER))
                .contains("later: nobody is here to promise it to");
        assertThat(talk.plugin.stats().answers().count(MindListener.AnswerStatus.REPAIRED))
                .isEqualTo(1);
        assertThat(talk.spoken).extracting(Utterance::text).contains(WORDS);
    }

    @Test
    void promiseWhoseHearerLeavesBeforeItsWordsIsReported() {
        talk.tick();
        talk.gather(ada, bryn);
        talk.untilAsks(ada);
        FakeBroker.Asked asked = talk.granted(ada);
        talk.broker.deliver(asked, new PlanPart.Later(PROMISE));
        talk.tick();
        talk.get(Senses.class, ada).nearby.clear();
        talk.broker.answer(asked, new PlanPart.SpokenText(WORDS));
        talk.ticks(2);
        assertThat(agreements(ada)).isEmpty();
        assertThat(talk.get(Journal.class, ada).deeds)
                .extracting(deed -> deed.note)
                .contains("nobody heard your promise: " + PROMISE);
    }

    /** Has an agent ask for a plan, unless it does already; returns the keys of its answer. */
    private Object keysOfPlan(int agent) {
        talk.world.getSystem(LLMSchedulerSystem.class).overrideLayer(agent, Layer.EXECUTOR);
        talk.broker.grantAll();
        talk.ticks(6);
        FakeBroker.Asked plan = talk.broker.asked().stream()
                .filter(each -> each.request().layer().equals("executor"))
                .filter(each -> each.request().agent().startsWith(talk.name(agent)))
                .reduce((earlier, later) -> later)
                .orElseThrow();
        return Objects.requireNonNull(
                plan.request().schema().orElseThrow().root().get("required"));
    }

    @Test
    void onlyPlansOfThoseWhoOweSomethingHaveTheKeysThatNameIt() {
        int cal = talk.agent("Cal");
        talk.gather(ada, bryn);
        talk.begin(ada, bryn);
        promise(ada, "Bryn");
        talk.talks.end(ada);
        talk.ticks(2);
        assertThat(keysOfPlan(ada)).asString().contains("keeps", "drops");
        assertThat(keysOfPlan(cal)).asString().doesNotContain("keeps", "drops");
    }
}
