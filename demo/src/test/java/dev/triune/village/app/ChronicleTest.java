/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.component.Layer;
import dev.triune.plan.Step;
import dev.triune.village.sim.Narrator;
import dev.triune.village.sim.Settings;
import dev.triune.village.sim.VillageSimulation;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ChronicleTest {
    private static final long SECOND = 1_000_000_000;
    private static final Settings SETTINGS = Settings.offline(1);

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    private final VillageSimulation village = new VillageSimulation(SETTINGS, Narrator.SILENT);
    private final int mira = village.villagers()[0];

    @AfterEach
    void close() {
        village.close();
    }

    @Test
    void anEventIsALineWithTimeNameAndTrade() {
        Chronicle chronicle = open(Terminal.PLAIN, false);
        chronicle.says(mira, "Oren", "Good day.");
        chronicle.says(mira, "", "Hm.");
        chronicle.plans(
                mira, Layer.EXECUTOR, List.of(Step.of("go_to").with("place", "river"), deposit()));
        chronicle.reflex(mira, "seek_food", "hungry", "gather");
        chronicle.fails(mira, deposit(), "you carry nothing");
        assertThat(printed().lines().skip(1))
                .containsExactly(
                        "06:00  Mira    builder    says    to Oren: \"Good day.\"",
                        "06:00  Mira    builder    says    \"Hm.\"",
                        "06:00  Mira    builder    plans   go_to river → deposit  (executor)",
                        "06:00  Mira    builder    reflex  seek_food  (hungry; was at gather)",
                        "06:00  Mira    builder    fails   deposit: you carry nothing");
    }

    @Test
    void noModelsWordsCanMoveTheCursorOrBeginALine() {
        Chronicle chronicle = open(Terminal.PLAIN, false);
        String evil = "\u001b[2J\u001b]0;title\u0007Hello\r\nReport\u0085\u2028\u202eolleh\u009b3m";
        chronicle.says(mira, evil, evil);
        chronicle.fails(mira, Step.of("talk").with("text", evil), evil);
        chronicle.plans(mira, Layer.TALKER, List.of(Step.of("talk").with("text", evil)));
        chronicle.noAnswer(evil);
        assertThat(printed().lines().skip(1)).hasSize(4);
        assertThat(printed()).doesNotContainPattern("[\\p{Cc}\\u2028\\u202e&&[^\\n]]");
    }

    @Test
    void theStatusLineIsRewrittenTwiceASecondAtTheMost() {
        Chronicle chronicle = open(new Terminal(true, false), false);
        for (int i = 1; i <= 20; i++) {
            chronicle.status(i * SECOND / 10);
        }
        assertThat(printed().split("Day 1", -1)).hasSize(5);
        assertThat(printed()).endsWith("\u001b[?7h");
    }

    @Test
    void anEventTakesThePlaceOfTheStatusLine() {
        Chronicle chronicle = open(new Terminal(true, false), false);
        chronicle.status(SECOND);
        chronicle.says(mira, "", "Hm.");
        assertThat(printed()).contains("\u001b[?7h\r\u001b[K06:00  Mira");
    }

    @Test
    void withoutATerminalOrWhenQuietThereIsNoStatusLine() {
        open(Terminal.PLAIN, false).status(SECOND);
        assertThat(printed()).doesNotContain("TPS");
        Chronicle quiet = open(new Terminal(true, true), true);
        int before = printed().length();
        quiet.status(2 * SECOND);
        quiet.says(mira, "", "Hm.");
        quiet.noAnswer("gone");
        assertThat(printed()).hasSize(before);
    }

    @Test
    void theReportIsToldOnce() {
        Chronicle chronicle = open(Terminal.PLAIN, true);
        Report report = Report.of(village, SETTINGS, 1);
        chronicle.report(report, SETTINGS);
        chronicle.report(report, SETTINGS);
        assertThat(printed().split("Report  mind", -1)).hasSize(2);
    }

    private Chronicle open(Terminal terminal, boolean quiet) {
        Chronicle chronicle = new Chronicle(out, terminal, quiet);
        chronicle.open(village, SETTINGS);
        return chronicle;
    }

    private String printed() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static Step deposit() {
        return Step.of("deposit");
    }
}
