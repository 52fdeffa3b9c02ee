/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits.smalltalk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.component.Memory;
import dev.triune.component.Memory.Relation;
import dev.triune.component.Senses;
import dev.triune.habits.Habits;
import dev.triune.talk.TalkWorld;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Two agents, and a game's rules for their small talk. */
abstract class SmallTalkScene {
    static final int PAUSE = 1_200; // ticks, of two who have just talked

    final Set<Integer> watched = new HashSet<>();
    final Set<Integer> silent = new HashSet<>();
    boolean news;

    /** This game's rules for small talk. */
    private final SmallTalkRules rules = new SmallTalkRules() {
        @Override
        public boolean hasNews(int one, int other) {
            return news;
        }

        @Override
        public String tell(int one, int other) {
            return news && one == bryn ? "A light was seen." : "";
        }

        @Override
        public boolean mayRepeat(String line) {
            return !line.contains("secret");
        }

        @Override
        public boolean maySay(int agent, String line) {
            return !silent.contains(agent);
        }
    };

    final Habits habits = habits();
    final TalkWorld talk = world(habits);
    final int ada = talk.agent("Ada");
    final int bryn = talk.agent("Bryn");

    Habits habits() {
        return settings(Habits.learning());
    }

    Habits settings(Habits value) {
        return value.exploration(0, 0).watched(watched::contains);
    }

    TalkWorld world(Habits habits) {
        return world(habits, rules);
    }

    static TalkWorld world(Habits habits, SmallTalkRules rules) {
        return new TalkWorld(config -> {}, minds -> minds.with(habits).with(new SmallTalk(rules)));
    }

    long settled() {
        return talk.plugin.stats().talk().settled();
    }

    float liking(int of, int whom) {
        return talk.get(Memory.class, of)
                .relation(talk.name(whom))
                .map((Relation known) -> known.liking)
                .orElse(0f);
    }

    /** Puts two near each other for some ticks, and apart again. */
    void meet(int one, int other) {
        talk.gather(one, other);
        talk.ticks(5);
        part(one, other);
    }

    void part(int... agents) {
        for (int agent : agents) {
            talk.get(Senses.class, agent).nearby.clear();
        }
    }

    void assertAsked(int agent) {
        assertThat(settled()).isZero();
        assertThat(talk.open(agent)).isNotNull();
    }

    /** Lets a model lead a talk of Ada and Bryn in which Ada says the line. */
    void teach(String line) {
        news = true;
        talk.ticks(1);
        talk.talks.begin(ada, bryn);
        talk.untilAsks(ada);
        talk.answer(ada, line, "Bryn");
        talk.talks.end(ada);
        talk.ticks(PAUSE); // so that the line is not reused at once
        news = false;
        talk.spoken.clear();
        talk.effects.clear();
    }

    static String textOfLines(int count) {
        return file(IntStream.range(0, count)
                .mapToObj(i -> record("default", "Number " + i + "."))
                .collect(Collectors.joining(",\n")));
    }

    static String record(String kind, String line) {
        return "{\"kind\":\"" + kind + "\",\"situation\":\"small talk opening\","
                + "\"steps\":[{\"type\":\"say\",\"line\":\"" + line + "\"}],"
                + "\"learned\":0,\"plans\":1,\"uses\":0,\"successes\":0,\"recent\":\"+\"}";
    }

    static String file(String records) {
        return "{\"format\": \"triune habits\", \"version\": 1, \"records\": [\n" + records
                + "\n]}\n";
    }
}
