/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.MindListener;
import dev.triune.fixture.LogLines;
import dev.triune.internal.inject.GameFaults;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two listeners, one after the other, both of which throw in every event. */
class MindListenersTest {
    @Test
    void everyEventReachesBothListeners() throws Exception {
        List<String> events = new ArrayList<>();
        MindListeners both = new MindListeners(
                List.of(throwing("first", events), throwing("second", events)),
                new GameFaults(MindListener.class));
        LogLines log = new LogLines("dev.triune");
        for (Method event : MindListener.class.getMethods()) {
            events.clear();
            Object[] nothing = new Object[event.getParameterCount()];
            for (int i = 0; i < nothing.length; i++) {
                Class<?> type = event.getParameterTypes()[i];
                nothing[i] = type == int.class ? i : type == boolean.class ? false : null;
            }
            event.invoke(both, nothing);
            assertThat(events)
                    .as(event.getName())
                    .containsExactly("first " + event.getName(), "second " + event.getName());
        }
        log.close();
        assertThat(log.texts()).as("both are of one class").hasSize(1);
    }

    private static MindListener throwing(String who, List<String> events) {
        return (MindListener) Proxy.newProxyInstance(
                MindListenersTest.class.getClassLoader(),
                new Class<?>[] {MindListener.class},
                (proxy, method, arguments) -> {
                    events.add(who + " " + method.getName());
                    throw new IllegalStateException("of the game");
                });
    }
}
