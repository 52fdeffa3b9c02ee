/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.triune.llm.BrokerThread.UnansweredException;
import dev.triune.llm.ModelOptions.Reasoning;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.HttpProvider;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.OfflineProvider;
import dev.triune.llm.provider.OfflineProvider.OfflineModel;
import dev.triune.llm.provider.Provider;
import dev.triune.llm.provider.ServerSettings;
import dev.triune.llm.provider.ServerSettings.ServerKind;
import dev.triune.sample.Ask;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The broker samples of README.md, docs/broker.md and docs/configuration.md: the code
 * between two marks appears there word for word.
 */
class BrokerSamplesTest {
    private final VirtualTime time = new VirtualTime();
    private final List<Update<String>> log = new ArrayList<>();
    private final List<String> said = new CopyOnWriteArrayList<>();

    private BrokerBuilder offline() {
        return new BrokerBuilder()
                .provider(
                        ProviderSettings.of("offline", "gemma4:e4b"),
                        OfflineProvider.builder(OfflineModel.scripted("Shut it, quick!"))
                                .clock(time, time)
                                .build())
                .ticker(time);
    }

    @Test
    void doWorkAnswersSubmittedRequests() {
        Broker broker = offline().build();
        // [sample]
        Ticket ticket = broker.submit(
                Request.text("gemma4:e4b")
                        .agent("guard-3")
                        .priority(Priority.HIGH)
                        // rendered when its turn comes
                        .prompt(() -> Prompt.of("The gate is open. What now?"))
                        .build(),
                update -> log.add(update));
        broker.doWork(); // each tick
        // [end]
        play(broker);
        broker.close();
        assertThat(log).extracting(Update::ticket).containsOnly(ticket);
        assertThat(said()).isEqualTo("Shut it, quick!");
    }

    @Test
    void eachProtocolHasAProviderBuilder() {
        String key = "a-secret-key";
        // [sample]
        Provider groq = HttpProvider.openAi("https://api.groq.com/openai/v1")
                .apiKey(key)
                .build();
        Provider claude =
                HttpProvider.anthropic("https://api.anthropic.com").apiKey(key).build();
        Provider local = HttpProvider.ollama("http://localhost:11434").build();
        // [end]
        List<Provider> all = List.of(groq, claude, local);
        assertThat(all.toString())
                .contains("api.groq.com", "api.anthropic.com", "localhost:11434")
                .doesNotContain(key);
        all.forEach(Provider::close);
    }

    private String write(String prompt) {
        if (prompt.contains("fail")) {
            throw new IllegalStateException("thrown on purpose");
        }
        return "an answer to " + prompt.strip();
    }

    // [sample]
    class LocalModel implements Provider {
        private final ExecutorService thread = Executors.newSingleThreadExecutor();

        @Override
        public RunningCall start(ModelCall call, AnswerSink sink) { // must not block
            Future<?> answer = thread.submit(() -> {
                try {
                    sink.text(write(call.prompt().text())); // once for each piece
                    sink.complete(Usage.NONE); // or the tokens used
                } catch (RuntimeException e) {
                    sink.fail(new CallFailure.Failed(FailureCode.PROVIDER_ERROR, "no answer"));
                }
            });
            return () -> answer.cancel(true);
        }

        @Override
        public void close() {
            thread.shutdownNow();
        }
    }
    // [end]

    @Test
    void customProviderAnswersOrFails() throws Exception {
        BrokerBuilder builder = new BrokerBuilder()
                .provider(ProviderSettings.of("local", "gemma4:e4b"), new LocalModel());
        try (BrokerThread broker = BrokerThread.start("broker", builder)) {
            Duration patience = Duration.ofMinutes(1);
            assertThat(broker.ask(Request.text("").prompt("Name a tree.").build(), patience))
                    .contains("Name a tree.");
            Request<String> hopeless = Request.text("").prompt("Please fail.").build();
            assertThatThrownBy(() -> broker.ask(hopeless, patience))
                    .isInstanceOf(UnansweredException.class)
                    .hasMessageContaining("no answer");
        }
    }

    @Test
    void configFileOpensABroker(@TempDir Path folder) throws Exception {
        try (MockWebServer server = new MockWebServer()) {
            server.start();
            MockResponse answer = new MockResponse.Builder()
                    .addHeader("Content-Type", "text/event-stream")
                    .body("""
                            data: {"choices":[{"index":0,"delta":{"content":"Shut it!"}}]}

                            data: {"choices":[{"delta":{},"finish_reason":"stop"}]}

                            data: [DONE]

                            """)
                    .build();
            server.enqueue(answer);
            server.enqueue(answer);
            Files.writeString(
                    folder.resolve("llm.yaml"),
                    "providers: {local: {url: '%s', model: gemma-4-e4b}}"
                            .formatted(server.url("/v1")));
            try (BrokerThread thread =
                    BrokerConfig.load(folder.resolve("llm.yaml")).openOnThread()) {
                Request<String> question =
                        Request.text("").prompt("Name a tree.").build();
                assertThat(thread.ask(question, Duration.ofMinutes(1))).isEqualTo("Shut it!");
            }
            server.takeRequest(60, TimeUnit.SECONDS);
            Broker broker = BrokerConfig.load(folder.resolve("llm.yaml")).open();
            ask(broker);
            await().pollInSameThread().until(() -> {
                broker.doWork();
                return ended();
            });
            broker.close();
            RecordedRequest request = server.takeRequest(60, TimeUnit.SECONDS);
            assertThat(request).isNotNull();
            assertThat(String.valueOf(request.getBody().utf8())).contains("\"gemma-4-e4b\"");
            assertThat(said()).isEqualTo("Shut it!");
        }
    }

    @Test
    void missingConfigFileIsNamedInTheError() {
        assertThatThrownBy(() -> {
                    // [sample]
                    Broker broker = BrokerConfig.load(Path.of("llm.yaml")).open();
                    // [end]
                    broker.close();
                })
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("llm.yaml");
    }

    @Test
    void fifteenLineProgramReadsTheConfigFile() {
        assertThatThrownBy(() -> Ask.main(new String[0]))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("llm.yaml");
    }

    @Test
    @SuppressWarnings("FutureReturnValueIgnored") // awaited by its effect
    void askReturnsAFutureOnABrokerThread() throws Exception {
        BrokerBuilder builder = new BrokerBuilder()
                .provider(ProviderSettings.of("p", "gemma4:e4b"), (call, sink) -> {
                    sink.text("an oak");
                    sink.complete(Usage.NONE);
                    return () -> {};
                });
        try (BrokerThread broker = BrokerThread.start("broker", builder)) {
            CompletableFuture<String> answer =
                    broker.ask(Request.text("").prompt("Name a tree.").build());
            answer.exceptionally(e -> "nothing: " + e.getMessage()).thenAccept(said::add);
            await().until(() -> !said.isEmpty());
            assertThat(said).containsExactly("an oak");
        }
    }

    private void ask(Broker broker) {
        broker.submit(
                Request.text("").prompt(() -> Prompt.of("The gate is open.")).build(), log::add);
    }

    private void play(Broker broker) {
        for (int turn = 0; turn < 100; turn++) {
            broker.doWork();
            time.advance(Duration.ofMillis(50));
        }
        assertThat(ended()).isTrue();
    }

    private boolean ended() {
        return !log.isEmpty() && log.get(log.size() - 1) instanceof Update.Ended;
    }

    private String said() {
        StringBuilder said = new StringBuilder();
        for (Update<String> update : log) {
            if (update instanceof Update.Part<String> part) {
                said.append(part.value());
            }
        }
        return said.toString();
    }

    @Test
    void ownServerAcceptsServerAndModelOptions() throws Exception {
        String rules = "You are a guard.";
        // [sample]
        Provider local = HttpProvider.openAi("http://localhost:8080/v1")
                .server(ServerSettings.of(ServerKind.LLAMA_CPP))
                .build();
        Request<String> request = Request.text("gemma-4-e4b")
                .agent("guard-3")
                .options(ModelOptions.NONE
                        .reasoning(Reasoning.OFF)
                        .stop("\n\n")
                        .extraBody(Map.of("top_k", 20)))
                // the first message is equal in many prompts
                .prompt(() -> Prompt.of(Message.system(rules), Message.user("What now?"))
                        .withStable(1))
                .build();
        // [end]
        assertThat(request.options().extraBody()).containsEntry("top_k", 20);
        assertThat(request.prompt().render().orElseThrow().stable()).isOne();
        local.close();
    }
}
