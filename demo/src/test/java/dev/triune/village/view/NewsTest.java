/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.component.Layer;
import dev.triune.plan.Step;
import dev.triune.village.sim.Narrator;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class NewsTest {
    @Test
    void allThatIsToldReachesTheOtherNarratorAndTheLog() throws Exception {
        for (Method method : Narrator.class.getMethods()) {
            List<String> told = new ArrayList<>();
            Narrator other = (Narrator) Proxy.newProxyInstance(
                    Narrator.class.getClassLoader(),
                    new Class<?>[] {Narrator.class},
                    (proxy, called, arguments) -> {
                        told.add(called.getName());
                        return null;
                    });
            Lives lives = new Lives();

            tell(new News(other, lives), method);

            assertThat(told).as(method.getName()).containsExactly(method.getName());
            assertThat(lives.news()).as(method.getName()).hasSize(1);
        }
    }

    private static void tell(Narrator narrator, Method method)
            throws IllegalAccessException, InvocationTargetException {
        method.invoke(
                narrator,
                Arrays.stream(method.getParameterTypes())
                        .map(NewsTest::something)
                        .toArray());
    }

    private static Object something(Class<?> type) {
        if (type == int.class) {
            return 1;
        } else if (type == long.class) {
            return 1L;
        } else if (type == boolean.class) {
            return true;
        } else if (type == Layer.class) {
            return Layer.TALKER;
        } else if (type == List.class) {
            return List.of(Step.of("deposit"));
        } else if (type == Step.class) {
            return Step.of("deposit");
        } else if (type.isEnum()) {
            return Objects.requireNonNull(type.getEnumConstants())[0];
        }
        return "words";
    }

    @Test
    void theLogIsBoundedAndKeepsWhatIsNew() {
        Lives lives = new Lives();
        News news = new News(Narrator.SILENT, lives);
        for (int i = 1; i <= 1_000; i++) {
            news.noAnswer("number " + i);
        }
        assertThat(lives.news()).hasSize(80);
        assertThat(lives.news().get(79).text()).endsWith("number 1000");
        assertThat(lives.news()).isSameAs(lives.news());
    }
}
