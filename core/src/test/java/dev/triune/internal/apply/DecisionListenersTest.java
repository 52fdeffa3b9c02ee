/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.DecisionListener;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two listeners, one after the other. */
class DecisionListenersTest {
    @Test
    void everythingThatCanBeToldIsToldToBoth() throws Exception {
        List<String> told = new ArrayList<>();
        DecisionListeners both =
                new DecisionListeners(noting("first", told), noting("second", told));
        for (Method event : DecisionListener.class.getMethods()) {
            told.clear();
            Object[] nothing = new Object[event.getParameterCount()];
            for (int i = 0; i < nothing.length; i++) {
                nothing[i] = event.getParameterTypes()[i] == int.class ? i : null;
            }
            event.invoke(both, nothing);
            assertThat(told)
                    .as(event.getName())
                    .containsExactly("first " + event.getName(), "second " + event.getName());
        }
    }

    private static DecisionListener noting(String who, List<String> told) {
        return (DecisionListener) Proxy.newProxyInstance(
                DecisionListenersTest.class.getClassLoader(),
                new Class<?>[] {DecisionListener.class},
                (proxy, method, arguments) -> {
                    told.add(who + " " + method.getName());
                    return null;
                });
    }
}
