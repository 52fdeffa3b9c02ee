/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.llm.provider.GatewayProvider;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Heartbeats, timed by virtual time. */
final class HeartbeatSenderTest extends GatewayFixture {
    private static final Duration NOW = Duration.ZERO;
    private static final Duration EVERY = Duration.ofSeconds(30);

    private final Logger logger = Logger.getLogger(HeartbeatSender.class.getName());
    private final Notes notes = new Notes();

    @BeforeEach
    void listen() {
        logger.addHandler(notes);
        logger.setLevel(Level.ALL); // regardless of how other tests configured its parents
        logger.setUseParentHandlers(false);
    }

    @AfterEach
    void stopListening() {
        logger.removeHandler(notes);
        logger.setLevel(null);
        logger.setUseParentHandlers(true);
    }

    private GatewayProvider used() throws Exception {
        stream(GatewayScript.complete());
        GatewayProvider provider = open();
        ask(provider).usage();
        return provider;
    }

    /** Advances the time and waits until the next heartbeat arrived. */
    private void advanceToHeartbeat(Duration step) throws Exception {
        time.advance(step);
        next(heartbeats);
    }

    @Test
    void firstHeartbeatIsSentWithTheFirstRequest() throws Exception {
        open();
        time.advance(Duration.ofMinutes(5));
        assertThat(heartbeats).isEmpty();
        used();
        time.advance(NOW);
        RecordedRequest beat = next(heartbeats);
        assertThat(body(beat).toString()).isEqualTo("{\"sessionId\":\"village-7\"}");
        assertThat(beat.getHeaders().get("Authorization")).isEqualTo("Bearer " + TOKEN);
    }

    @Test
    void sendsAHeartbeatEveryThirtySeconds() throws Exception {
        GatewayProvider provider = used();
        advanceToHeartbeat(NOW);
        await().until(() -> provider.activeGames() == 4);
        for (int i = 1; i <= 5; i++) {
            int games = 4 + i;
            heartbeatAnswer = json(200, "{\"success\":true,\"activeGames\":" + games + "}");
            time.advance(EVERY.minusMillis(1));
            assertThat(heartbeats).isEmpty();
            advanceToHeartbeat(Duration.ofMillis(1));
            await().until(() -> provider.activeGames() == games);
        }
    }

    @Test
    void furtherRequestsSendNoExtraHeartbeats() throws Exception {
        GatewayProvider provider = used();
        stream(GatewayScript.complete());
        ask(provider).usage();
        advanceToHeartbeat(NOW);
        await().until(() -> provider.activeGames() == 4);
        advanceToHeartbeat(EVERY);
        assertThat(heartbeats).isEmpty();
    }

    @Test
    void skipsHeartbeatsWhileOneIsPending() throws Exception {
        LiveBody slow = new LiveBody();
        heartbeatAnswer = slow.response();
        GatewayProvider provider = used();
        advanceToHeartbeat(NOW);
        time.advance(Duration.ofMinutes(2));
        heartbeatAnswer = json(200, "{\"success\":true,\"activeGames\":9}");
        slow.say("{\"success\":true,\"activeGames\":2}");
        slow.end();
        await().until(() -> provider.activeGames() == 2);
        assertThat(heartbeats).isEmpty();
    }

    @Test
    void closingTheProviderStopsHeartbeats() throws Exception {
        GatewayProvider provider = used();
        advanceToHeartbeat(NOW);
        await().until(() -> provider.activeGames() == 4);
        provider.close();
        time.advance(Duration.ofMinutes(5));
        assertThat(heartbeats).isEmpty();
    }

    @Test
    void heartbeatsDoNotWaitForCallsInFlight() throws Exception {
        LiveBody live = new LiveBody();
        answers.add(live.response());
        GatewayProvider provider = open();
        provider.start(CALL, sink);
        next(asked);
        advanceToHeartbeat(NOW);
        live.end();
    }

    @Test
    void logsAnOutageOnceAndItsEndOnce() throws Exception {
        heartbeatAnswer = new MockResponse.Builder().code(503).body(TOKEN).build();
        GatewayProvider provider = used();
        advanceToHeartbeat(NOW);
        await().until(() -> notes.lines.size() == 1);
        for (int i = 0; i < 3; i++) {
            beatUntilTaken();
        }
        assertThat(notes.lines)
                .containsExactly("WARNING " + host() + " takes no heartbeat: status 503");

        heartbeatAnswer = json(200, "{\"success\":true,\"activeGames\":4}");
        await().until(
                        () -> { // the next heartbeat may still get the old answer
                            time.advance(EVERY);
                            return notes.lines.size() == 2;
                        });
        assertThat(notes.lines).endsWith("INFO " + host() + " takes heartbeats again");
        assertThat(provider.activeGames()).isEqualTo(4);
    }

    /** A heartbeat is skipped if the one before has not ended when it is due. */
    private void beatUntilTaken() {
        await().until(() -> {
            time.advance(EVERY);
            return heartbeats.poll() != null;
        });
    }

    @Test
    void heartbeatThreadIsADaemonAndEndsWithTheProvider() throws Exception {
        stream(GatewayScript.complete());
        GatewayProvider provider = open(GatewayProvider.builder(url(), SESSION));
        ask(provider).usage();
        next(heartbeats);
        Thread thread = ownThread().orElseThrow();
        assertThat(thread.isDaemon()).isTrue();
        provider.close();
        await().until(() -> !thread.isAlive());
    }

    private static Optional<Thread> ownThread() {
        return JvmThreads.alive()
                .filter(thread -> thread.getName().equals("triune-heartbeat"))
                .findFirst();
    }

    private static final class Notes extends Handler {
        private final List<String> lines = new CopyOnWriteArrayList<>();

        @Override
        public void publish(LogRecord record) {
            Level level = record.getLevel();
            lines.add(level + " " + record.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
