/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits.smalltalk;

import dev.triune.habits.Habits;
import dev.triune.system.MindPlugin;
import dev.triune.talk.LostComponentMatrix;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Game code may remove components in every callback, those of habits and small talk included. */
class SmallTalkLostComponentsTest extends LostComponentMatrix {
    static Stream<String> allCallbacks() {
        return Stream.concat(callbacks(), Stream.of("hasNews", "watched"));
    }

    @ParameterizedTest
    @MethodSource("allCallbacks")
    void worldGoesOnWhateverAnAgentLosesInACallback(String callback) {
        check(callback);
    }

    @Override
    protected void add(MindPlugin minds, String callback, IntConsumer action) {
        minds.with(Habits.learning().exploration(0, 0).watched(agent -> {
            if (callback.equals("watched")) {
                action.accept(agent);
            }
            return false;
        }));
        minds.with(new SmallTalk((agent, with) -> {
            if (callback.equals("hasNews")) {
                action.accept(agent);
            }
            return false;
        }));
    }
}
