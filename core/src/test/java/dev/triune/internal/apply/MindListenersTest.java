/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.MindListener;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two listeners, one after the other. */
class MindListenersTest {
    @Test
    void everyEventReachesBothListeners() throws Exception {
        List<String> events = new ArrayList<>();
        MindListeners both =
                new MindListeners(List.of(recording("first", events), recording("second", events)));
        for (Method event : MindListener.class.getMethods()) {
            events.clear();
            Object[] nothing = new Object[event.getParameterCount()];
            for (int i = 0; i < nothing.length; i++) {
                nothing[i] = event.getParameterTypes()[i] == int.class ? i : null;
            }
            event.invoke(both, nothing);
            assertThat(events)
                    .as(event.getName())
                    .containsExactly("first " + event.getName(), "second " + event.getName());
        }
    }

    private static MindListener recording(String who, List<String> events) {
        return (MindListener) Proxy.newProxyInstance(
                MindListenersTest.class.getClassLoader(),
                new Class<?>[] {MindListener.class},
                (proxy, method, arguments) -> {
                    events.add(who + " " + method.getName());
                    return null;
                });
    }
}
