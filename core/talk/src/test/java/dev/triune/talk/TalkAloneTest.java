/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A game with conversations alone has no class of other parts on its path, as these tests have none. */
class TalkAloneTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "dev.triune.habits.Habits",
                "dev.triune.habits.internal.HabitSystem",
                "dev.triune.habits.smalltalk.SmallTalk",
                "dev.triune.memory.Memories",
                "dev.triune.tape.TapeRecorder"
            })
    void otherPartsAreAbsent(String name) {
        assertThatThrownBy(() -> Class.forName(name)).isInstanceOf(ClassNotFoundException.class);
    }

    @Test
    void conversationsWorkWithoutThem() {
        TalkWorld talk = new TalkWorld();
        int ada = talk.agent("Ada");
        int bryn = talk.agent("Bryn");
        talk.begin(ada, bryn);
        talk.answer(ada, "Is there bread?", "Bryn");
        assertThat(talk.spoken).extracting(Utterance::text).containsExactly("Is there bread?");
        assertThat(talk.plugin.stats().talk().settled()).isZero();
    }
}
