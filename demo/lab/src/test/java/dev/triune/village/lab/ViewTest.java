/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The launcher with {@code --view}: a village and a page that watches it, over real HTTP. */
@Timeout(240)
final class ViewTest {
    private static final Pattern FINGERPRINT = Pattern.compile("fingerprint  ([0-9a-f]{16})");

    @TempDir
    private Path folder;

    // events for a page

    @Test
    void streamsFramesAsEvents() throws Exception {
        try (RunningVillage village = new RunningVillage("--seed", "7");
                PageClient page = new PageClient(village.url())) {
            JsonNode hello = page.first("hello");
            assertThat(hello.path("mind").asString()).startsWith("offline mind (rules, no");
            assertThat(hello.at("/stage/villagers")).hasSize(8);
            assertThat(hello.at("/stage/places").size()).isPositive();
            JsonNode frame = page.first("frame");
            assertThat(frame.path("x")).hasSize(8);
            assertThat(frame.path("flags")).hasSize(8);
            long tick = frame.path("tick").asLong();
            page.first("frame", next -> next.path("tick").asLong() > tick);
            JsonNode scene = page.first("scene");
            assertThat(scene.path("doing")).hasSize(8);
            assertThat(scene.path("loads")).hasSize(8);
            assertThat(scene.at("/broker/outcomes/answered").isNumber()).isTrue();
            assertThat(scene.path("fires").get(0).path("burning").isBoolean()).isTrue();
            assertThat(page.first("news").get(0).path("seq").asLong()).isEqualTo(1);
        }
    }

    @Test
    void inspectingAVillagerSendsItsDetails() throws Exception {
        try (RunningVillage village = new RunningVillage("--seed", "7");
                PageClient page = new PageClient(village.url())) {
            page.first("hello");
            assertThat(page.inspect(3)).isEqualTo(202);
            JsonNode detail = page.first(
                    "detail",
                    data -> data.at("/mind/history/exchanges/0/end")
                                    .asString("")
                                    .equals("answered")
                            && data.at("/mind/history/counts/usage/output").asLong() > 0);
            assertThat(detail.path("villager").asInt()).isEqualTo(3);
            assertThat(detail.at("/mind/history/exchanges/0/prompt").asString())
                    .startsWith("[SYSTEM]")
                    .contains("You are " + detail.at("/mind/persona/name").asString());
            assertThat(detail.at("/mind/history/exchanges/0/answer").asString()).contains("{");
            assertThat(detail.at("/mind/history/exchanges/0/reason").asString()).isNotEmpty();
            assertThat(detail.at("/mind/decision/layers")).hasSize(3);
            assertThat(detail.at("/mind/history/counts/answers/APPLIED").asLong())
                    .isPositive();
            assertThat(detail.at("/mind/life/needs").size()).isGreaterThanOrEqualTo(4);
        }
    }

    @Test
    void reportsTheEndWithASummary() throws Exception {
        try (RunningVillage village = new RunningVillage("--ticks", "1200");
                PageClient page = new PageClient(village.url())) {
            page.first("frame"); // the run lasts a minute, so that the page connects in time
            page.send(Map.of("do", "speed", "times", 20));
            assertThat(page.first("ended").path("report").toString()).contains("fingerprint");
            assertThat(page.newest("frame").path("ended").asBoolean()).isTrue();
            assertThat(village.exitCode()).isZero();
        }
    }

    // commands of a page

    @Test
    void promptsOfAVillagerWaitForThePlayerOnceItIsItsMind() throws Exception {
        try (RunningVillage village = new RunningVillage("--seed", "7", "--speed", "1");
                PageClient page = new PageClient(village.url())) {
            assertThat(page.first("hello").at("/stage/byHand").asBoolean()).isTrue();
            page.first("frame");
            assertThat(page.send(Map.of("do", "mind", "villager", 0, "take", true)))
                    .isEqualTo(202);
            page.first("frame", frame -> (frame.at("/flags/0").asInt() & 256) != 0);
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> page.get("/workbench/state").contains("What do you do next?"));
            assertThat(page.send(Map.of("do", "mind", "villager", 0, "take", false)))
                    .isEqualTo(202);
            page.first("frame", frame -> (frame.at("/flags/0").asInt() & 256) == 0);
        }
    }

    @Test
    void unknownVillagerByHandIsOneClearLine() {
        LauncherRun run = LauncherRun.of("--by-hand", "Nobody", "--view", "0", "--ticks", "40");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("--by-hand Nobody: no such villager (expected one of Mira,");
    }

    @Test
    void sliderSetsTheLatencyOfTheOfflineMind() throws Exception {
        try (RunningVillage village = new RunningVillage();
                PageClient page = new PageClient(village.url())) {
            page.first("frame");
            assertThat(page.first("scene").path("latencyMs").asLong()).isEqualTo(1_200);
            assertThat(page.send(Map.of("do", "latency", "ms", 60_001))).isEqualTo(400);
            assertThat(page.send(Map.of("do", "latency", "ms", 30_000))).isEqualTo(202);
            page.first("scene", scene -> scene.path("latencyMs").asLong() == 30_000);
        }
    }

    @Test
    void pauseStopsTimeAndStepRunsOneTick() throws Exception {
        try (RunningVillage village = new RunningVillage();
                PageClient page = new PageClient(village.url())) {
            page.first("frame");
            assertThat(page.send(Map.of("do", "pause"))).isEqualTo(202);
            JsonNode paused = page.first("frame", frame -> frame.path("paused").asBoolean());
            long tick = paused.path("tick").asLong();
            for (int step = 1; step <= 3; step++) {
                assertThat(page.send(Map.of("do", "step"))).isEqualTo(202);
                long next = tick + step;
                page.first("frame", frame -> frame.path("tick").asLong() == next);
            }
            assertThat(page.newest("frame").path("tick").asLong()).isEqualTo(tick + 3);
            page.send(Map.of("do", "play"));
            page.first("frame", frame -> frame.path("tick").asLong() > tick + 10);
        }
    }

    @Test
    void simulatedTimeSupportsEverySpeed() throws Exception {
        try (RunningVillage village = new RunningVillage();
                PageClient page = new PageClient(village.url())) {
            assertThat(page.first("hello").at("/stage/speeds").toString())
                    .isEqualTo("[1,2,5,20,0]");
            assertThat(page.send(Map.of("do", "speed", "times", 20))).isEqualTo(202);
            page.first(
                    "frame",
                    frame -> frame.path("speed").asInt() == 20
                            && frame.path("tps").asDouble() > 60);
            assertThat(page.send(Map.of("do", "speed", "times", 3))).isEqualTo(400);
        }
    }

    @Test
    void realTimeRejectsOtherSpeeds() throws Exception {
        try (FixedAnswerServer model = new FixedAnswerServer("{\"speaking\":\"Good day.\"}");
                RunningVillage village =
                        new RunningVillage("--llm", model.url(), "--model", "scripted");
                PageClient page = new PageClient(village.url())) {
            JsonNode hello = page.first("hello");
            assertThat(hello.path("mind").asString()).contains("scripted");
            assertThat(hello.at("/stage/speeds").toString()).isEqualTo("[1]");
            assertThat(page.send(Map.of("do", "speed", "times", 20))).isEqualTo(400);
            assertThat(page.send(Map.of("do", "pause"))).isEqualTo(202);
            page.first("frame", frame -> frame.path("paused").asBoolean());
        }
    }

    @Test
    void overrideAppliesUntilCancelled() throws Exception {
        try (RunningVillage village = new RunningVillage();
                PageClient page = new PageClient(village.url())) {
            page.first("hello");
            page.inspect(2);
            page.send(Map.of("do", "override", "villager", 2, "layer", "executor"));
            JsonNode detail = page.first(
                    "detail",
                    data -> data.at("/mind/decision/override").asString("").equals("EXECUTOR"));
            assertThat(detail.at("/mind/decision/choice/layer").asString()).isEqualTo("EXECUTOR");
            page.send(Map.of("do", "override", "villager", 2, "layer", "rules"));
            await().until(() ->
                    page.newest("detail").at("/mind/decision/override").isNull());
            assertThat(page.send(Map.of("do", "override", "villager", 2, "layer", "boss")))
                    .isEqualTo(400);
        }
    }

    @Test
    void injectedFaultFailsRequestsWhileTicksContinue() throws Exception {
        try (RunningVillage village = new RunningVillage("--seed", "7");
                PageClient page = new PageClient(village.url())) {
            assertThat(page.first("hello").at("/stage/breakable").asBoolean()).isTrue();
            page.send(Map.of("do", "speed", "times", 20));
            assertThat(page.send(Map.of("do", "fault", "mode", "dead"))).isEqualTo(202);
            page.first("scene", scene -> scene.path("fault").asString().equals("dead"));
            JsonNode down = page.first(
                    "scene", scene -> scene.at("/broker/outcomes/failed").asLong() > 2);
            page.first("frame", frame -> frame.path("tps").asDouble() > 60);
            page.send(Map.of("do", "fault", "mode", "none"));
            long answered = down.at("/broker/outcomes/answered").asLong();
            page.first(
                    "scene",
                    scene -> scene.at("/broker/outcomes/answered").asLong() > answered + 3);
            assertThat(page.newest("frame").path("tickMillis").isNumber()).isTrue();
            assertThat(page.send(Map.of("do", "fault", "mode", "cut"))).isEqualTo(400);
        }
    }

    @Test
    void villagerAnswersThePlayer() throws Exception {
        try (RunningVillage village = new RunningVillage("--seed", "7");
                PageClient page = new PageClient(village.url())) {
            String name = page.first("hello").at("/stage/villagers/0/name").asString();
            page.inspect(0);
            page.send(Map.of("do", "say", "villager", 0, "text", " Good morning, builder! "));
            page.send(Map.of("do", "speed", "times", 5));
            page.first("detail", data -> answered(data.path("lines"), name));
        }
    }

    @Test
    void replayRepeatsRecordedPageCommands() throws Exception {
        String tape = folder.resolve("t.jsonl").toString();
        String recorded;
        try (RunningVillage village =
                        new RunningVillage("--seed", "7", "--ticks", "2500", "--record", tape);
                PageClient page = new PageClient(village.url())) {
            assertThat(page.first("hello").at("/stage/mode").asString()).isEqualTo("recording");
            page.inspect(1);
            page.send(Map.of("do", "override", "villager", 1, "layer", "executor"));
            page.send(Map.of("do", "say", "villager", 1, "text", "What do you build?"));
            page.first(
                    "detail",
                    data -> data.at("/mind/decision/override").asString("").equals("EXECUTOR")
                            && data.path("lines").toString().contains("What do you build?"));
            page.send(Map.of("do", "speed", "times", 0));
            assertThat(village.exitCode()).isZero();
            recorded = fingerprint(village.out());
        }
        String[] withoutCommands = {"--speed", "max", "--ticks", "2500", "--seed", "7"};
        assertThat(recorded)
                .isNotEqualTo(fingerprint(LauncherRun.of(withoutCommands).out()));

        try (RunningVillage village = new RunningVillage("--replay", tape, "--speed", "1");
                PageClient page = new PageClient(village.url())) {
            assertThat(page.first("hello").at("/stage/mode").asString()).isEqualTo("replay");
            assertThat(page.send(Map.of("do", "say", "villager", 1, "text", "And now?")))
                    .isEqualTo(409);
            assertThat(page.send(Map.of("do", "override", "villager", 1, "layer", "talker")))
                    .isEqualTo(409);
            assertThat(page.send(Map.of("do", "fault", "mode", "dead"))).isEqualTo(409);
            page.send(Map.of("do", "speed", "times", 0));
            assertThat(village.exitCode()).isZero();
            assertThat(fingerprint(village.out())).isEqualTo(recorded);
        }
    }

    /** Whether the villager speaks after the player. */
    private static boolean answered(JsonNode lines, String name) {
        boolean asked = false;
        for (JsonNode line : lines) {
            if (asked && line.path("who").asString().equals(name)) {
                return true;
            }
            asked |= line.path("who").asString().equals("Robin")
                    && line.path("text").asString().equals("Good morning, builder!");
        }
        return false;
    }

    // effects on the village

    @Test
    void viewDoesNotChangeTheVillage() throws Exception {
        String[] life = {"--ticks", "6000", "--seed", "7"};
        String without =
                fingerprint(LauncherRun.of("--ticks", "6000", "--seed", "7", "--speed", "max")
                        .out());
        try (RunningVillage village = new RunningVillage(life);
                PageClient page = new PageClient(village.url())) {
            page.first("hello");
            page.inspect(1);
            page.first("detail");
            page.send(Map.of("do", "speed", "times", 0));
            assertThat(village.exitCode()).isZero();
            assertThat(fingerprint(village.out())).isEqualTo(without);
        }
    }

    private static String fingerprint(String out) {
        Matcher found = FINGERPRINT.matcher(out);
        assertThat(found.find()).isTrue();
        return found.group(1);
    }

    @Test
    void slowViewerDoesNotDelayOtherViewers() throws Exception {
        try (RunningVillage village =
                        new RunningVillage("--villagers", "500", "--speed", "max", "--days", "99");
                Socket slowViewer = new Socket()) {
            slowViewer.setReceiveBufferSize(4_096);
            slowViewer.connect(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), village.port()));
            slowViewer
                    .getOutputStream()
                    .write(("GET /events HTTP/1.1\r\nHost: 127.0.0.1:" + village.port()
                                    + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            try (PageClient page = new PageClient(village.url())) {
                long tick = page.first("frame").path("tick").asLong();
                page.first("frame", frame -> frame.path("tick").asLong() > tick + 1_000);
            }
        }
    }

    @Test
    void limitsViewersAndFreesSlotsOnDisconnect() throws Exception {
        List<PageClient> pages = new ArrayList<>();
        try (RunningVillage village = new RunningVillage()) {
            for (int i = 0; i < 8; i++) {
                pages.add(new PageClient(village.url()));
                pages.get(i).first("frame");
            }
            try (PageClient ninth = new PageClient(village.url())) {
                assertThat(ninth.status()).isEqualTo(503);
            }
            pages.remove(0).close();
            await().atMost(Duration.ofSeconds(60)).until(() -> {
                PageClient next = new PageClient(village.url());
                pages.add(next);
                return next.status() == 200;
            });
        } finally {
            for (PageClient page : pages) {
                page.close();
            }
        }
    }

    // the command line

    @Test
    void reportsPortInUseOnOneLine() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            LauncherRun launcherRun =
                    LauncherRun.of("--view", String.valueOf(port), "--ticks", "5");
            assertThat(launcherRun.code()).isEqualTo(2);
            assertThat(launcherRun.errLines())
                    .singleElement()
                    .asString()
                    .startsWith(
                            "triune-village: --view " + port + ": cannot listen on this port: ");
        }
        assertThat(LauncherRun.of("--view", "70000").errLines())
                .containsExactly(
                        "triune-village: --view 70000 (expected 0 to 65535);" + " see --help");
    }
}
