/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.BrokerListener;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Message;
import dev.triune.llm.Outcome;
import dev.triune.llm.Prompt;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two servers of one pool, with two permits each, and a fallback. */
class ServerPoolTest {
    private static final String LONG = "a long text ".repeat(100);

    private final List<String> fallbacks = new ArrayList<>();
    private final FakeProvider one = new FakeProvider();
    private final FakeProvider two = new FakeProvider();
    private final FakeProvider spare = new FakeProvider();
    private final Stage stage = Stage.of(
            builder -> builder.provider(server("one"), one)
                    .provider(server("two"), two)
                    .provider(ProviderSettings.of("spare", "other"), spare),
            new BrokerListener() {
                @Override
                public void fellBack(Ticket ticket, String from, String to) {
                    fallbacks.add(from + " " + to);
                }
            });

    private static ProviderSettings server(String name) {
        return ProviderSettings.of(name, "m")
                .withPermits(2)
                .withPool("servers")
                .withFallback("spare");
    }

    private Recorder ask(String agent) {
        return send(Stage.asking("m", "of " + agent).agent(agent));
    }

    private Recorder send(Request.Builder<String> request) {
        Recorder recorder = stage.submit(request);
        stage.settle();
        return recorder;
    }

    private void answer(FakeProvider server) {
        server.last().complete();
        stage.settle();
    }

    private static Request.Builder<String> reading(String... texts) {
        List<Message> messages = new ArrayList<>();
        for (String text : texts) {
            messages.add(Message.user(text));
        }
        return Request.text("m").promptSource(new Prompt(messages));
    }

    @Test
    void newAgentsGoToTheLeastBusyServer() {
        for (String agent : List.of("a", "b", "c", "d")) {
            ask(agent);
        }

        assertThat(Stage.questions(one)).containsExactly("of a", "of c");
        assertThat(Stage.questions(two)).containsExactly("of b", "of d");
    }

    @Test
    void idleServersShareNewAgentsEvenly() {
        for (String agent : List.of("a", "b", "c", "d")) {
            FakeProvider server = one.calls.size() > two.calls.size() ? two : one;
            ask(agent);
            answer(server);
        }

        assertThat(one.calls).hasSize(2);
        assertThat(two.calls).hasSize(2);
    }

    @Test
    void agentReturnsToTheServerThatServedIt() {
        ask("a");
        ask("b");
        answer(one);
        answer(two);
        ask("b");
        ask("a");

        assertThat(Stage.questions(one)).containsExactly("of a", "of a");
        assertThat(Stage.questions(two)).containsExactly("of b", "of b");
    }

    @Test
    void unnamedConversationReturnsToTheServerThatHoldsHalfOfItOrMore() {
        send(reading("short", LONG));
        send(reading("other"));
        answer(one);
        answer(two);
        send(reading("other"));
        send(reading("short", LONG, "answer", "question"));
        send(reading("short", "something else"));

        assertThat(one.calls).as("one holds the conversation").hasSize(2);
        assertThat(two.calls).as("one's part of the third is too short").hasSize(3);
    }

    @Test
    void preferredServerIsPassedOverWhileItHasClearlyMoreToDo() {
        ask("a");
        answer(one);
        send(reading("shared", LONG).agent("x"));
        FakeProvider.Call hold = two.last();
        hold.complete();
        stage.settle();
        for (int i = 0; i < 4; i++) {
            send(reading("shared", LONG, "question " + i));
        }

        assertThat(two.calls).as("two permits of its own, then the other's").hasSize(3);
        assertThat(one.calls).hasSize(3);
    }

    @Test
    void idleServerTakesWhatWaitsForAnother() {
        for (String agent : List.of("a", "b", "c", "d")) {
            ask(agent);
        }
        ask("e");
        assertThat(one.calls.size() + two.calls.size()).isEqualTo(4);
        answer(two);

        assertThat(two.last().question()).isEqualTo("of e");
        assertThat(fallbacks).as("a peer is no fallback").isEmpty();
    }

    @Test
    void requestOfADeadServerGoesOnAtAnotherAndItsAgentsStayThere() {
        ask("a");
        answer(one);
        Recorder moved = ask("a");
        one.last().fail(FailureCode.UNREACHABLE);
        stage.settle();
        answer(two);
        ask("a");

        assertThat(moved.outcome().kind()).isEqualTo(Outcome.Kind.ANSWERED);
        assertThat(one.calls).hasSize(2);
        assertThat(two.calls).hasSize(2);
        assertThat(spare.calls).isEmpty();
    }

    @Test
    void unreachableServerLosesAllItsAgentsAndPrefixes() {
        PrefixAffinity affinity = new PrefixAffinity();
        ProviderSlot first = new ProviderSlot(server("one"), stage.time);
        ProviderSlot second = new ProviderSlot(server("two"), stage.time);
        Prompt prompt = Prompt.of(Message.system("rules"), Message.user("now"));
        affinity.served(reading("x").agent("a").build(), prompt, first);
        affinity.served(reading("x").agent("b").build(), prompt, second);
        assertThat(List.of(first.prefixes, second.prefixes)).containsExactly(1, 3);

        affinity.forget(second);
        assertThat(List.of(first.prefixes, second.prefixes)).containsExactly(1, 0);
    }

    @Test
    void whatWasUsedLeastRecentlyIsForgotten() {
        PrefixAffinity affinity = new PrefixAffinity();
        ProviderSlot slot = new ProviderSlot(server("one"), stage.time);
        for (int i = 0; i < PrefixAffinity.MAX_PREFIXES + 10; i++) {
            affinity.served(reading("x").build(), Prompt.of("question " + i), slot);
        }

        assertThat(slot.prefixes).isEqualTo(PrefixAffinity.MAX_PREFIXES);
    }

    @Test
    void cooldownOfOneServerSendsItsAgentsToTheOthersForThatTime() {
        ask("a");
        one.last().rateLimited(30);
        stage.settle();
        answer(two);
        ask("b");
        assertThat(Stage.questions(two)).containsExactly("of a", "of b");
        answer(two);

        stage.advance(Duration.ofSeconds(40));
        ask("c");
        assertThat(Stage.questions(one)).containsExactly("of a", "of c");
    }

    @Test
    void fallbackIsUsedWhenNoServerOfThePoolCanBe() {
        ask("a");
        one.last().rateLimited(30);
        stage.settle();
        two.last().rateLimited(30);
        stage.settle();

        assertThat(spare.calls).hasSize(1);
        assertThat(fallbacks).containsExactly("two spare");
    }
}
