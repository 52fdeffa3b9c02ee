/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.Component;
import com.artemis.utils.Bag;
import dev.triune.component.Conversation;
import dev.triune.component.Mind;
import dev.triune.component.Senses;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** An agent that comes from a world whose clock was ahead waits for none of its ticks. */
final class OtherClockTest {
    private static final long AHEAD = 5_000_000;
    private static final int MINUTES = 20 * 60 * 10;

    /** Numbers that are no ticks, and a tick that is limited when it is read. */
    private static final Set<String> OTHERS =
            Set.of("serial", "prompted", "joinedAt", "Behavior.retryAt");

    private final TalkWorld talk = new TalkWorld();

    @Test
    void noTickOfAnAgentStaysAhead() throws IllegalAccessException {
        int ada = talk.agent("Ada");
        int bryn = talk.agent("Bryn");
        for (Class<? extends Component> type :
                List.of(Mind.class, Senses.class, Conversation.class, TalkState.class)) {
            Component loaded = talk.world.getMapper(type).create(ada);
            for (Field field : ticks(type)) {
                field.setLong(loaded, AHEAD);
            }
        }
        talk.get(Conversation.class, ada).restFrom(bryn, AHEAD);
        talk.ticks(3);

        List<String> late = new ArrayList<>();
        for (Component component : talk.world.getEntity(ada).getComponents(new Bag<>())) {
            for (Field field : ticks(component.getClass())) {
                if (field.getLong(component) > MINUTES) {
                    late.add(component.getClass().getSimpleName() + "." + field.getName());
                }
            }
        }
        assertThat(late).isEmpty();
        assertThat(talk.get(Conversation.class, ada).restsUntil(bryn)).isLessThan(MINUTES);
    }

    private static List<Field> ticks(Class<?> type) {
        List<Field> ticks = new ArrayList<>();
        for (Field field : type.getDeclaredFields()) {
            boolean kept = (field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0;
            if (kept
                    && field.getType() == long.class
                    && !OTHERS.contains(field.getName())
                    && !OTHERS.contains(type.getSimpleName() + "." + field.getName())) {
                field.setAccessible(true);
                ticks.add(field);
            }
        }
        return ticks;
    }
}
