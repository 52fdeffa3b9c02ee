/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.utils.IntBag;
import dev.triune.component.Needs;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.FakeBroker.Asked;
import dev.triune.internal.apply.PlanPart;
import dev.triune.testsupport.Thorough;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Six people walk between four places, call out, speak by their plans, and flee, while a model needs 1 to
 * 25 s for what they say first: nearly all of it is heard by whom it is for.
 */
final class OpeningLifeTest {
    private static final int PEOPLE = 6;
    private static final int PLACES = 4;
    private static final int TICKS = 12_000;
    private static final int WAY = 100;
    private static final int SEEDS = Thorough.count(5, 24);

    private static final class Life {
        private final TalkWorld talk = new TalkWorld();
        private final List<Integer> all = new ArrayList<>();
        private final Map<Integer, Integer> place = new HashMap<>();
        private final Map<Integer, Integer> arrivesIn = new HashMap<>();
        private final Map<Asked, Integer> answersAt = new HashMap<>();
        private final Map<Asked, String> to = new HashMap<>();
        private final Map<Asked, Integer> openers = new HashMap<>();
        private final List<String> misses = new ArrayList<>();
        private final Random random;
        private int now;
        private int heard;
        private int spared;

        Life(long seed) {
            random = new Random(seed);
            for (int i = 0; i < PEOPLE; i++) {
                int agent = talk.agent("P" + i);
                all.add(agent);
                place.put(agent, random.nextInt(PLACES));
                arrivesIn.put(agent, 0);
            }
        }

        private boolean isHere(int agent) {
            return arrivesIn.get(agent) == 0;
        }

        private List<Integer> near(int agent) {
            return all.stream()
                    .filter(other -> other != agent && isHere(agent) && isHere(other))
                    .filter(other -> place.get(other).equals(place.get(agent)))
                    .toList();
        }

        private void move(int agent) {
            boolean stands = talk.talks.transcript(agent) != null || talk.talks.awaitsTalk(agent);
            Needs needs = talk.get(Needs.class, agent);
            if (needs.danger ? random.nextInt(60) == 0 : random.nextInt(6_000) == 0) {
                needs.danger = !needs.danger;
            }
            if (!isHere(agent)) {
                arrivesIn.merge(agent, -1, Integer::sum);
            } else if (!stands && random.nextInt(300) == 0) {
                arrivesIn.put(agent, WAY);
                place.put(agent, random.nextInt(PLACES));
            }
            List<Integer> near = near(agent);
            IntBag senses = talk.get(Senses.class, agent).nearby;
            senses.setSize(0);
            near.forEach(senses::add);
            if (near.isEmpty()) {
                return;
            }
            int other = near.get(random.nextInt(near.size()));
            if (random.nextInt(1_500) == 0) {
                talk.talks.address(agent, other, "As planned.");
            } else if (random.nextInt(3_000) == 0) {
                long tick = talk.plugin.clock().tick();
                near.forEach(each -> talk.get(Senses.class, each)
                        .hear(new Speech(talk.name(agent), "Come here!", tick)));
            }
        }

        private int agentOf(Asked asked) {
            return all.stream()
                    .filter(agent -> asked.request().agent().startsWith(talk.name(agent) + " #"))
                    .findFirst()
                    .orElseThrow();
        }

        private void answer(Asked asked) {
            int agent = agentOf(asked);
            if (!asked.request().layer().equals("talker")) {
                talk.broker.end(asked, FakeBroker.ANSWERED);
                return;
            }
            if (!answersAt.containsKey(asked)) {
                boolean opens = talk.talks.transcript(agent) == null;
                List<Integer> near = near(agent);
                talk.broker.grant(asked);
                if (asked.isEnded()) {
                    return; // no longer needed
                }
                answersAt.put(asked, now + 20 + random.nextInt(480));
                boolean names = !near.isEmpty() && random.nextInt(5) > 0;
                to.put(asked, names ? talk.name(near.get(random.nextInt(near.size()))) : "");
                if (opens) {
                    openers.put(asked, agent);
                }
            } else if (now >= answersAt.get(asked)) {
                boolean opens = openers.containsKey(asked);
                if (opens && !to.get(asked).isEmpty()) {
                    talk.broker.deliver(asked, new PlanPart.Addressee(to.get(asked)));
                }
                talk.broker.deliver(
                        asked,
                        new PlanPart.SpokenText((opens ? "First " : "Reply ") + asked.ticket()));
                if (!opens && random.nextInt(5) < 2) {
                    talk.broker.deliver(asked, new PlanPart.EndOfTalk());
                }
                talk.broker.end(asked, FakeBroker.ANSWERED);
            }
        }

        Life live() {
            for (now = 0; now < TICKS; now++) {
                all.forEach(this::move);
                talk.broker.asked().stream()
                        .filter(asked -> !asked.isEnded())
                        .toList()
                        .forEach(this::answer);
                talk.tick();
            }
            for (Map.Entry<Asked, Integer> each : openers.entrySet()) {
                Asked asked = each.getKey();
                String words = "First " + asked.ticket();
                boolean said = talk.spoken.stream()
                        .anyMatch(line -> line.text().equals(words)
                                && !line.to().isEmpty()
                                && (to.get(asked).isEmpty() || line.to().equals(to.get(asked))));
                if (said) {
                    heard++;
                } else if (talk.broker.cancelled().contains(asked.ticket())) {
                    spared++;
                } else if (answersAt.get(asked) < TICKS - 600) {
                    misses.add(
                            words + " of " + talk.name(each.getValue()) + " to " + to.get(asked));
                }
            }
            return this;
        }
    }

    @Test
    void nearlyAllFirstWordsAreHeard() {
        int heard = 0;
        int spared = 0;
        int missed = 0;
        int asked = 0;
        int cancelled = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            Life life = new Life(seed).live();
            heard += life.heard;
            spared += life.spared;
            missed += life.misses.size();
            asked += life.answersAt.size();
            cancelled += life.talk.broker.cancelled().size();
            System.out.println("seed " + seed + ": heard " + life.heard + ", spared " + life.spared
                    + ", missed " + life.misses);
        }
        System.out.printf(
                "first words heard: %d of %d (%.1f %%), %d more spared; requests cancelled: %d of %d%n",
                heard, heard + missed, 100.0 * heard / (heard + missed), spared, cancelled, asked);
        assertThat(heard).isGreaterThan(9 * missed);
    }
}
