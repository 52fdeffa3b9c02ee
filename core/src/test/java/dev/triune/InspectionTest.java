/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.triune.AgentInspection.ConversationState;
import dev.triune.MindListener.AnswerStatus;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Field;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Goals;
import dev.triune.component.Layer;
import dev.triune.component.Memory;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.component.QueuedStep;
import dev.triune.rule.SelectionRule.Readiness;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.testkit.MindTest;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.AbstractComparableAssert;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** The state of an agent's mind can be read as one value. */
class InspectionTest {
    private static final String ANSWER = """
            {"action":[{"type":"gather","target":"wood"},{"type":"gather","target":"gold"}],\
            "thinking":"Winter is near."}""";

    private final MindTest sim = MindTest.world(ActionCatalog.builder()
                    .action("gather", "collect", Field.oneOf("target", "wood", "berries"))
                    .build())
            .mind(ANSWER)
            .plugin(minds -> minds.configure(mindConfig -> mindConfig.thinkAhead(false)));
    private final int mira = sim.agent("Mira");

    private LLMSchedulerSystem scheduler() {
        return sim.world().getSystem(LLMSchedulerSystem.class);
    }

    @Test
    void agentThatShallNeverPlanOrIsDeferredForEverCanBeInspected() {
        sim.ticks(1);
        Mind mind = sim.get(mira, Mind.class);
        mind.nextPlanAt = Long.MAX_VALUE;
        AgentInspection.DecisionState decision = scheduler().inspect(mira).decision();
        assertThat(decision.layers().get(Layer.EXECUTOR.ordinal()).readyInMs()).isPositive();
        assertThat(scheduler().timeUntilReady(mira, Layer.EXECUTOR)).isPositive();
        mind.deferredUntil = Long.MAX_VALUE - 1; // the greatest means that no end is known
        assertThat(scheduler().inspect(mira).decision().choice().waitMs()).isPositive();
        assertThat(scheduler().whyIdle(mira)).contains("deferred");
    }

    @Test
    void recordedAgentShowsPromptAnswerAndResultingState() {
        sim.world()
                .getMapper(Memory.class)
                .create(mira)
                .remember("the wolf came", "danger", 0.8f, 0);
        sim.world().getMapper(Goals.class).create(mira).add("quest", "guard the gate");
        scheduler().record(mira, true);
        sim.tickUntil(() -> sim.stats().answers().total() > 0, 400);
        sim.ticks(1);

        AgentInspection seen = scheduler().inspect(mira);

        assertThat(seen.persona().name()).isEqualTo("Mira");
        assertThat(seen.life().alive()).isTrue();
        assertThat(seen.history().recorded()).isTrue();
        assertThat(seen.decision().choice().reason()).isNotEmpty();
        assertThat(seen.decision().layers())
                .extracting(AgentInspection.LayerState::layer)
                .containsExactly(Layer.values());
        assertThat(seen.decision().layers().get(Layer.EXECUTOR.ordinal()).readyInMs())
                .isPositive();
        assertThat(seen.plan().steps())
                .containsExactly(new AgentInspection.StepState(
                        "gather wood", QueuedStep.State.CURRENT, "", 1));
        assertThat(seen.history().dropped())
                .singleElement()
                .satisfies(dropped ->
                        assertThat(dropped.reason()).isEqualTo("target is none of wood|berries"));
        assertThat(seen.aims().goals())
                .containsExactly(
                        new AgentInspection.GoalState("quest", "guard the gate", 0, false));
        assertThat(seen.memory().episodes()).hasSize(1);
        assertThat(seen.history().thought()).isEqualTo("Winter is near.");
        AgentInspection.Exchange exchange = seen.history().exchanges().get(0);
        assertThat(exchange.layer()).isEqualTo(Layer.EXECUTOR);
        assertThat(exchange.prompt()).startsWith("[SYSTEM]\n").contains("\n\n[USER]\n", "the wolf");
        assertThat(exchange.answer()).isEqualTo(ANSWER);
        assertThat(exchange.end()).isEqualTo("answered");
        assertThat(exchange.memories()).singleElement().satisfies(picked -> {
            assertThat(picked.text()).isEqualTo("the wolf came");
            assertThat(picked.relevance()).as("no word of it in the cue").isZero();
            assertThat(picked.importance()).isEqualTo(0.8f);
            assertThat(picked.recency()).as("the last ones are not ranked").isZero();
        });
        assertThat(seen.history().counts().requests()).containsEntry(Layer.EXECUTOR, 1L);
        assertThat(seen.history().counts().answers()).containsEntry(AnswerStatus.REPAIRED, 1L);
        assertThat(seen.history().counts().steps())
                .containsEntry("queued", 1L)
                .containsEntry("refused", 1L);
    }

    @Test
    void choiceTellsWhyAnAgentDoesNotThink() {
        scheduler().delayRequestsUntil(3);
        sim.ticks(1);
        assertThatReadiness().isEqualTo(Readiness.READY);
        sim.ticks(3);
        assertThatReadiness().isEqualTo(Readiness.CALLING);
        sim.tickUntil(() -> sim.stats().answers().total() > 0, 400);
        sim.ticks(1);
        assertThatReadiness().isEqualTo(Readiness.COOLING);
        assertThat(scheduler().inspect(mira).decision().choice().waitMs())
                .isBetween(1_000L, 10_000L);
        scheduler().resetCooldowns(mira);
        assertThatReadiness().isEqualTo(Readiness.HANDLED);
        assertThat(scheduler().inspect(mira).decision().choice().waitMs())
                .isBetween(50_000L, 60_000L);
        assertThat(scheduler().whyIdle(mira))
                .matches("it does \\w+; its plan goes on, and is reviewed in \\d\\d\\.\\d s at the"
                        + " earliest");

        Mind mind = sim.world().getMapper(Mind.class).get(mira);
        Needs needs = sim.world().getMapper(Needs.class).get(mira);
        Behavior behavior = sim.world().getMapper(Behavior.class).get(mira);
        needs.hunger = 0.65f; // a running plan, and nothing new
        assertThatReadiness().isEqualTo(Readiness.NOTHING);
        needs.hunger = 0.1f;
        assertThatReadiness().isEqualTo(Readiness.BY_RULES);
        needs.hunger = 1;
        scheduler().layer(Layer.EXECUTOR, executor -> executor.withEnabled(false));
        assertThatReadiness().isEqualTo(Readiness.OFF);
        scheduler().layer(Layer.EXECUTOR, executor -> executor.withEnabled(true));
        sim.world().getMapper(BehaviorQueue.class).get(mira).steps.clear();
        mind.usesModel = false;
        assertThatReadiness().isEqualTo(Readiness.NO_MODEL);
        scheduler().defer(mira, Duration.ofSeconds(3));
        assertThatReadiness().isEqualTo(Readiness.DEFERRED);
        assertThat(scheduler().inspect(mira).decision().choice().waitMs()).isEqualTo(3_000);
        scheduler().hold(mira);
        assertThatReadiness().isEqualTo(Readiness.HELD);
        behavior.asleep = true;
        assertThatReadiness().isEqualTo(Readiness.ASLEEP);
        needs.health = 0;
        assertThatReadiness().isEqualTo(Readiness.DEAD);
    }

    private AbstractComparableAssert<?, Readiness> assertThatReadiness() {
        return assertThat(scheduler().inspect(mira).decision().choice().readiness());
    }

    @Test
    void choiceTellsThatTooManyRequestsArePending() {
        MindTest crowded = MindTest.world(
                        ActionCatalog.builder().action("rest", "").build())
                .mind(ANSWER)
                .plugin(minds -> minds.pendingLimit(1));
        crowded.agent("Ada");
        int bryn = crowded.agent("Bryn");
        crowded.ticks(1);
        LLMSchedulerSystem scheduler = crowded.world().getSystem(LLMSchedulerSystem.class);
        assertThat(scheduler.inspect(bryn).decision().choice().readiness())
                .isEqualTo(Readiness.FULL);
    }

    @Test
    void unrecordedAgentShowsStateButNoHistory() {
        sim.tickUntil(() -> sim.stats().answers().total() > 0, 400);
        AgentInspection seen = scheduler().inspect(mira);
        assertThat(seen.history().recorded()).isFalse();
        assertThat(seen.plan().steps()).isNotEmpty();
        assertThat(seen.history().exchanges()).isEmpty();
        assertThat(seen.history().counts().calls()).isZero();
    }

    @Test
    void stoppingAllRecordingsDeletesRecords() {
        scheduler().recordAll(true);
        sim.tickUntil(() -> sim.stats().answers().total() > 0, 400);
        assertThat(scheduler().inspect(mira).history().exchanges()).isNotEmpty();
        scheduler().recordAll(false);
        assertThat(scheduler().inspect(mira).history().exchanges()).isEmpty();
        assertThat(scheduler().inspect(mira).history().recorded()).isFalse();
    }

    @Test
    void browserShowsTheInspectionAsJson() throws Exception {
        scheduler().record(mira, true);
        sim.tickUntil(() -> sim.stats().answers().total() > 0, 400);
        int port = 0;
        // [sample]
        AtomicReference<String> json = new AtomicReference<>("null");
        HttpServer server = HttpServer.create(new InetSocketAddress("localhost", port), 0);
        server.createContext("/", exchange -> {
            byte[] body = json.get().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();

        // now and then, on the game thread
        json.set(new JsonMapper().writeValueAsString(scheduler().inspect(mira)));
        // [end]
        try {
            URI page = URI.create("http://localhost:" + server.getAddress().getPort());
            String shown = HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(page).build(), BodyHandlers.ofString())
                    .body();
            assertThat(shown).contains("\"reason\"", "\"readyInMs\"", "\"prompt\"", "\"needs\"");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void showsPersonaNeedsAndConversation() {
        int joss = sim.agent("Joss");
        sim.ticks(1);
        Persona persona = sim.world().getMapper(Persona.class).create(mira);
        persona.named("Mira", "a woodcutter").skills.add("carving");
        sim.world().getMapper(Needs.class).create(mira).hunger = 0.9f;
        Conversation talk = sim.world().getMapper(Conversation.class).create(mira);
        Conversation other = sim.world().getMapper(Conversation.class).create(joss);
        assertThat(scheduler().inspect(mira).talk())
                .isEqualTo(new ConversationState(List.of(), "", 0, 0));
        talk.active = true;
        talk.partners.add(joss);
        talk.turns = 3;
        other.hasFloor = true;

        AgentInspection seen = scheduler().inspect(mira);

        assertThat(seen.persona().description()).isEqualTo("a woodcutter");
        assertThat(seen.persona().skills()).containsExactly("carving");
        assertThat(seen.life().needs().hunger()).isEqualTo(0.9f);
        assertThat(seen.talk()).isEqualTo(new ConversationState(List.of("Joss"), "Joss", 3, 0));
        talk.hasFloor = true;
        other.hasFloor = false;
        assertThat(scheduler().inspect(mira).talk().turn()).isEqualTo("Mira");
    }

    @Test
    void rejectsEntityWithoutMind() {
        int stone = sim.world().create();
        assertThatThrownBy(() -> scheduler().inspect(stone))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has no Mind");
    }
}
