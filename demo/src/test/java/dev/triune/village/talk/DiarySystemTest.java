/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.component.Behavior;
import dev.triune.component.Episode;
import dev.triune.component.Memory;
import dev.triune.prompt.MemoryRetriever;
import dev.triune.prompt.MemoryRetriever.Cue;
import dev.triune.prompt.MemoryRetriever.RetrievedMemory;
import dev.triune.village.TestVillage;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Point;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each night summarizes the day in one memory. */
final class DiarySystemTest {
    private static final int UNTIL_FOUR = 22 * Calendar.TICKS_PER_HOUR;

    private final TestVillage hamlet = new TestVillage();
    private final DiarySystem diaries = hamlet.world().getSystem(DiarySystem.class);
    private final int mira = hamlet.settle("Mira", new Point(24, 24));
    private final int oren = hamlet.settle("Oren", new Point(25, 24));

    @Test
    void summarizesEachDayInOneLineAtFour() {
        hamlet.pass(10);
        for (int i = 0; i < 3; i++) {
            diaries.note(mira, "gather");
        }
        diaries.note(mira, "cook");
        diaries.note(mira, "cook");
        diaries.note(mira, "go_to");
        diaries.note(mira, "plan_build");
        hamlet.talking().address(mira, oren, "Good day.");
        hamlet.of(oren, Behavior.class).asleep = true;
        hamlet.pass(UNTIL_FOUR - 11);
        assertThat(days(mira)).isEmpty();
        hamlet.pass(2);
        assertThat(days(mira))
                .containsExactly("day 1: gathered 3 times, cooked twice, built, talked with Oren");
        assertThat(days(oren)).containsExactly("day 1: talked with Mira");
        hamlet.pass(Calendar.TICKS_PER_DAY);
        assertThat(days(mira)).hasSize(2).last().isEqualTo("day 2: nothing worth telling");
    }

    @Test
    void dropsOnlyOldConversations() {
        Memory memory = hamlet.of(mira, Memory.class);
        memory.remember("talked with Oren", "talk", 0.15f, 0);
        memory.remember("you promised Oren: I'll come", "promise", 0.35f, 0);
        hamlet.pass(UNTIL_FOUR + Calendar.TICKS_PER_DAY + 1);
        memory.remember("talked with Edda", "talk", 0.15f, hamlet.tick());
        assertThat(memory.episodes)
                .extracting(episode -> episode.text)
                .contains("talked with Oren");
        hamlet.pass(Calendar.TICKS_PER_DAY);
        assertThat(memory.episodes)
                .extracting(episode -> episode.text)
                .doesNotContain("talked with Oren")
                .contains("talked with Edda", "you promised Oren: I'll come");
    }

    @Test
    void recallsLastTwoDaysWithFactsAndPromises() {
        Memory memory = hamlet.of(mira, Memory.class);
        for (int day = 1; day <= 3; day++) {
            hamlet.pass(Calendar.TICKS_PER_DAY);
            for (int i = 0; i < 15; i++) {
                memory.remember("talked on " + day + i, "talk", 0.15f, hamlet.tick());
                memory.remember(day + " and " + i, "promise", 0.35f, hamlet.tick());
            }
            memory.remember(
                    new VillageFacts().find(VillageFacts.FEAST).orElseThrow().words(),
                    VillageFacts.FEAST,
                    1,
                    hamlet.tick());
        }
        MemoryRetriever recall = hamlet.recall();
        List<String> recalled =
                recall.retrieve(mira, new Cue(List.of(), List.of(), hamlet.tick())).stream()
                        .map(RetrievedMemory::text)
                        .toList();
        assertThat(recalled)
                .hasSize(5)
                .doesNotHaveDuplicates()
                .filteredOn(text -> text.startsWith("day "))
                .hasSize(2)
                .allMatch(text -> text.startsWith("day 2") || text.startsWith("day 3"));
    }

    private List<String> days(int agent) {
        return hamlet.of(agent, Memory.class).episodes.stream()
                .filter(episode -> episode.kind.equals(DiarySystem.KIND))
                .map((Episode episode) -> episode.text)
                .toList();
    }
}
