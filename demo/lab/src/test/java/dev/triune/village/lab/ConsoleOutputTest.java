/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.Step;
import dev.triune.component.Journal.Agreement.State;
import dev.triune.component.Layer;
import dev.triune.village.sim.SimulationSettings;
import dev.triune.village.sim.VillageBuilder;
import dev.triune.village.sim.VillageSimulation;
import dev.triune.village.talk.WordsAndDeeds.Promise;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ConsoleOutputTest {
    private static final long SECOND = 1_000_000_000;
    private static final SimulationSettings SETTINGS = SimulationSettings.offline(1);

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    private final VillageSimulation village = new VillageBuilder(SETTINGS).build();
    private final int mira = village.villagers()[0];

    @AfterEach
    void close() {
        village.close();
    }

    @Test
    void printsEventsWithTimeNameAndTrade() {
        ConsoleOutput consoleOutput = open(Terminal.PLAIN, false);
        consoleOutput.villagerSpoke(mira, "Oren", "Good day.");
        consoleOutput.villagerSpoke(mira, "", "Hm.");
        consoleOutput.planMade(
                mira, Layer.EXECUTOR, List.of(Step.of("go_to").with("place", "river"), deposit()));
        consoleOutput.reflexBegan(mira, "seek_food", "hungry", "gather");
        consoleOutput.actionFailed(mira, deposit(), "you carry nothing");
        consoleOutput.promiseChanged(promise(State.OPEN, ""));
        consoleOutput.promiseChanged(promise(State.DONE, ""));
        consoleOutput.promiseChanged(promise(State.FAILED, "the forest is bare"));
        assertThat(printed().lines().skip(2))
                .containsExactly(
                        "06:00  Mira    builder    says    to Oren: \"Good day.\"",
                        "06:00  Mira    builder    says    \"Hm.\"",
                        "06:00  Mira    builder    plans   go_to river → deposit  (executor)",
                        "06:00  Mira    builder    reflex  seek_food  (hungry; was at gather)",
                        "06:00  Mira    builder    fails   deposit: you carry nothing",
                        "06:00  Mira    builder    vows    to Oren: gather wood 6",
                        "06:00  Mira    builder    keeps   word to Oren: gather wood 6",
                        "06:00  Mira    builder    breaks  word to Oren: gather wood 6: the forest"
                                + " is bare");
    }

    private Promise promise(State state, String reason) {
        return new Promise(mira, "Oren", "Wood?", "Gladly.", "gather wood 6", state, reason, 0, 0);
    }

    @Test
    void removesControlCharactersFromModelText() {
        ConsoleOutput consoleOutput = open(Terminal.PLAIN, false);
        String evil = "\u001b[2J\u001b]0;title\u0007Hello\r\nReport\u0085\u2028\u202eolleh\u009b3m";
        consoleOutput.villagerSpoke(mira, evil, evil);
        consoleOutput.actionFailed(mira, Step.of("talk").with("text", evil), evil);
        consoleOutput.planMade(mira, Layer.TALKER, List.of(Step.of("talk").with("text", evil)));
        consoleOutput.requestFailed(evil);
        assertThat(printed().lines().skip(2)).hasSize(4);
        assertThat(printed()).doesNotContainPattern("[\\p{Cc}\\u2028\\u202e&&[^\\n]]");
    }

    @Test
    void updatesStatusLineAtMostTwicePerSecond() {
        ConsoleOutput consoleOutput = open(new Terminal(true, false), false);
        for (int i = 1; i <= 20; i++) {
            consoleOutput.status(i * SECOND / 10);
        }
        assertThat(printed().split("Day 1", -1)).hasSize(5);
        assertThat(printed()).endsWith("\u001b[?7h");
    }

    @Test
    void eventsReplaceTheStatusLine() {
        ConsoleOutput consoleOutput = open(new Terminal(true, false), false);
        consoleOutput.status(SECOND);
        consoleOutput.villagerSpoke(mira, "", "Hm.");
        assertThat(printed()).contains("\u001b[?7h\r\u001b[K06:00  Mira");
    }

    @Test
    void hidesStatusLineWithoutTerminalOrWhenQuiet() {
        open(Terminal.PLAIN, false).status(SECOND);
        assertThat(printed()).doesNotContain("TPS");
        ConsoleOutput quiet = open(new Terminal(true, true), true);
        int before = printed().length();
        quiet.status(2 * SECOND);
        quiet.villagerSpoke(mira, "", "Hm.");
        quiet.requestFailed("gone");
        assertThat(printed()).hasSize(before);
    }

    @Test
    void printsTheReportOnce() {
        ConsoleOutput consoleOutput = open(Terminal.PLAIN, true);
        RunReport runReport =
                RunReport.of(village, SETTINGS, 1, new RunHistory(), new TruthJudge());
        consoleOutput.report(runReport, SETTINGS);
        consoleOutput.report(runReport, SETTINGS);
        assertThat(printed().split("Report  mind", -1)).hasSize(2);
    }

    private ConsoleOutput open(Terminal terminal, boolean quiet) {
        ConsoleOutput consoleOutput = new ConsoleOutput(out, terminal, quiet);
        consoleOutput.headline(SETTINGS);
        consoleOutput.attach(village);
        return consoleOutput;
    }

    private String printed() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static Step deposit() {
        return Step.of("deposit");
    }
}
