/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.Step;
import dev.triune.component.Journal.Agreement.State;
import dev.triune.component.Layer;
import dev.triune.village.sim.SimulationSettings;
import dev.triune.village.sim.VillageBuilder;
import dev.triune.village.sim.VillageListener;
import dev.triune.village.talk.WordsAndDeeds.Promise;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class ActivityLogTest {
    @Test
    void forwardsEveryEventToListenerAndLog() throws Exception {
        for (Method method : VillageListener.class.getMethods()) {
            List<String> forwarded = new ArrayList<>();
            VillageListener other = (VillageListener) Proxy.newProxyInstance(
                    VillageListener.class.getClassLoader(),
                    new Class<?>[] {VillageListener.class},
                    (proxy, called, arguments) -> {
                        forwarded.add(called.getName());
                        return null;
                    });
            ActivityLog activityLog = new ActivityLog();

            activityLog.addTo(new VillageBuilder(SimulationSettings.offline(7)), other);
            callWithSampleArguments(activityLog, method);

            assertThat(forwarded).as(method.getName()).containsExactly(method.getName());
            assertThat(activityLog.news()).as(method.getName()).hasSize(1);
        }
    }

    private static void callWithSampleArguments(VillageListener villageListener, Method method)
            throws IllegalAccessException, InvocationTargetException {
        method.invoke(
                villageListener,
                Arrays.stream(method.getParameterTypes())
                        .map(ActivityLogTest::sampleValue)
                        .toArray());
    }

    private static Object sampleValue(Class<?> type) {
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
        } else if (type == Promise.class) {
            return new Promise(1, "Oren", "", "I bring wood.", "", State.OPEN, "", 5, -1);
        } else if (type.isEnum()) {
            return Objects.requireNonNull(type.getEnumConstants())[0];
        }
        return "words";
    }

    @Test
    void boundedLogKeepsTheNewestEntries() {
        ActivityLog activityLog = new ActivityLog();
        for (int i = 1; i <= 1_000; i++) {
            activityLog.requestFailed("number " + i);
        }
        assertThat(activityLog.news()).hasSize(80);
        assertThat(activityLog.news().get(79).text()).endsWith("number 1000");
        assertThat(activityLog.news()).isSameAs(activityLog.news());
    }
}
