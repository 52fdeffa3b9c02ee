/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.component.Journal;
import dev.triune.market.Components.Bubble;
import dev.triune.talk.Silence;
import dev.triune.talk.Utterance.Origin;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What may be said on the market, and where it comes from. */
class MarketSpeechTest {
    private static final Pattern WRITTEN = Pattern.compile(
            "Good day to you, .*!|Well met, .*\\.|I am .*\\. Everybody knows me here\\.|.*\\? Best in town, .*\\."
                    + "|I would rather stay here, .*\\.|Did you see the prices today\\?"
                    + "|My knees say it will rain tomorrow\\.|Somebody should sweep this square\\."
                    + "|What a crowd today!|Beware of the wolves, .*!|That I cannot tell you, .*\\.|Safe travels, .*!|Not now, .*!");

    private final TestMarket sim = new TestMarket(9);

    @AfterEach
    void close() {
        sim.close();
    }

    @Test
    void allButTwoSayOnlyWrittenLines() {
        int lines = 0;
        for (int i = 0; i < 120; i++) {
            sim.market.bubbles.last = null;
            sim.seconds(0.5f);
            var line = sim.market.bubbles.last;
            if (line != null && !MarketSpeech.FREE.contains(line.speaker())) {
                lines++;
                assertThat(line.text()).matches(WRITTEN);
                assertThat(line.origin()).isIn(Origin.LINE, Origin.GAME);
            }
        }
        assertThat(lines).isGreaterThan(3);
    }

    @Test
    void personAnswersWithALineAndTheReportNamesTheModel() {
        int lia = sim.person("Lia");
        sim.meet(lia);
        sim.market.say(lia, "What is your name?");
        assertThat(sim.within(
                        15,
                        () -> sim.has(lia, Bubble.class)
                                && sim.get(lia, Bubble.class)
                                        .text
                                        .equals("I am Lia. Everybody knows me here.")))
                .isTrue();

        var lines = Objects.requireNonNull(sim.market.talk.transcript(lia)).lines;
        assertThat(sim.market.talk.report(lines.get(lines.size() - 1)).toString())
                .contains("origin: LINE")
                .contains("model: offline/");
        assertThat(sim.market.report()).contains("origin: ");
        assertThat(sim.market.talk.whySilent(lia)).isEqualTo(Silence.NONE);
    }

    @Test
    void gateStopsTheWordsOfTheListAndSpeechIsForgotten() {
        int mira = sim.person("Mira");
        assertThat(MarketSpeech.words()).contains("idiot*");
        assertThat(sim.market.talk.passed(mira, "You 1diot!")).isEmpty();
        assertThat(sim.market.talk.passed(mira, "You friend!")).isEqualTo("You friend!");
        sim.meet(mira);
        sim.market.typing(mira);
        assertThat(sim.market.talk.transcript(mira)).isNotNull();
        sim.market.say(mira, "/w Meet me at the fountain.");
        assertThat(sim.market.talk.exportOf(TestMarket.PLAYER)).isNotEmpty();
        sim.market.forgetPlayer();

        assertThat(sim.market.talk.exportOf(TestMarket.PLAYER)).isEmpty();
    }

    @Test
    void tomasComesUpToThePlayerAndSpeaksFirst() {
        int tomas = sim.person(MarketSpeech.CALLER);
        sim.seconds(65);
        sim.at(sim.you()).at(sim.at(tomas).x + 5, sim.at(tomas).y);
        assertThat(sim.within(60, () -> {
                    sim.at(sim.you()).stop();
                    return sim.market.called
                            && sim.has(tomas, Journal.class)
                            && sim.get(tomas, Journal.class).acquaintance(TestMarket.PLAYER)
                                    != null;
                }))
                .isTrue();
    }
}
