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
    void everythingThatCanBeToldIsToldToBoth() throws Exception {
        List<String> told = new ArrayList<>();
        MindListeners both =
                new MindListeners(List.of(noting("first", told), noting("second", told)));
        for (Method event : MindListener.class.getMethods()) {
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

    private static MindListener noting(String who, List<String> told) {
        return (MindListener) Proxy.newProxyInstance(
                MindListenersTest.class.getClassLoader(),
                new Class<?>[] {MindListener.class},
                (proxy, method, arguments) -> {
                    told.add(who + " " + method.getName());
                    return null;
                });
    }
}
