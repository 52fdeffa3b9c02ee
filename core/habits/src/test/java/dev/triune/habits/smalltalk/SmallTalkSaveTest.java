/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits.smalltalk;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.io.JsonArtemisSerializer;
import com.artemis.managers.WorldSerializationManager;
import dev.triune.component.Persona;
import dev.triune.habits.Habits;
import dev.triune.system.MindSaves;
import dev.triune.talk.TalkWorld;
import dev.triune.talk.Utterance;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Saves contain the lines of small talk, and who has heard one. */
class SmallTalkSaveTest {
    private static final String LINES =
            SmallTalkScene.file(SmallTalkScene.record("default", "Lovely day, <partner>."));

    private static TalkWorld world(Habits habits) {
        return SmallTalkScene.world(habits.exploration(0, 0), (one, other) -> false);
    }

    private static MindSaves saves(TalkWorld talk) {
        talk.world
                .getSystem(WorldSerializationManager.class)
                .setSerializer(new JsonArtemisSerializer(talk.world));
        return new MindSaves(talk.world, talk.plugin.clock());
    }

    @Test
    void savesLinesAndWhoHasHeardThem() throws IOException {
        TalkWorld first = world(Habits.parse("lines.json", LINES));
        int ada = first.agent("Ada");
        int bryn = first.agent("Bryn");
        first.ticks(1_300);
        first.gather(ada, bryn);
        first.ticks(5);
        assertThat(first.spoken).extracting(Utterance::text).containsExactly("Lovely day, Bryn.");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        saves(first).save(out);

        Habits habits = Habits.learning();
        TalkWorld after = world(habits);
        saves(after).load(new ByteArrayInputStream(out.toByteArray()));
        after.tick();
        assertThat(habits.text()).contains("Lovely day, <partner>.", "\"uses\":1");
        int loaded = find(after, "Ada");
        int odo = after.agent("Odo");
        after.tick();
        after.gather(loaded, odo);
        after.ticks(800); // she rests from talk, but not as long as from lines
        assertThat(after.plugin.stats().talk().settled()).isPositive();
        assertThat(after.spoken).as("Ada has just heard a line").isEmpty();
        after.gather(loaded, find(after, "Bryn"));
        after.ticks(1_300);
        assertThat(after.spoken).extracting(Utterance::text).contains("Lovely day, Bryn.");
    }

    @Test
    void linesOfDigitsAreDifferentLinesAndLoad() throws IOException {
        Habits habits = Habits.learning();
        TalkWorld first = SmallTalkScene.world(habits.exploration(0, 0), (one, other) -> true);
        int ada = first.agent("Ada");
        int bryn = first.agent("Bryn");
        for (String line : List.of("7", "12")) {
            first.tick();
            first.talks.begin(ada, bryn);
            first.untilAsks(ada);
            first.answer(ada, line, "Bryn");
            first.talks.end(ada);
        }
        assertThat(habits.text()).contains("\"line\":7", "\"line\":12");
        assertThat(Habits.parse("lines.json", habits.text()).text()).isEqualTo(habits.text());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        saves(first).save(out);
        Habits loaded = Habits.learning();
        saves(world(loaded)).load(new ByteArrayInputStream(out.toByteArray()));
        assertThat(loaded.text()).isEqualTo(habits.text());
    }

    private static int find(TalkWorld talk, String name) {
        for (int i = 0; i < 64; i++) {
            Persona persona = talk.world.getMapper(Persona.class).get(i);
            if (persona != null && persona.name.equals(name)) {
                return i;
            }
        }
        throw new AssertionError("no " + name);
    }
}
