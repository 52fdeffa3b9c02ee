/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The platform threads of this JVM, without virtual threads. */
final class JvmThreads {
    private JvmThreads() {}

    /** Whether this JVM has virtual threads. */
    static boolean canBeVirtual() {
        return Stream.of(Executors.class.getMethods())
                .anyMatch(method -> method.getName().equals("newVirtualThreadPerTaskExecutor"));
    }

    /** All that are alive. */
    static Stream<Thread> alive() {
        return Thread.getAllStackTraces().keySet().stream();
    }

    /** Those that carry virtual threads; they are among those {@link #alive}. */
    static Stream<Thread> carriers() {
        return alive().filter(thread -> thread.getName().matches("ForkJoinPool-\\d+-worker-\\d+"));
    }

    /** Those that keep the JVM alive. */
    static Set<Thread> notDaemons() {
        return alive().filter(
                        thread -> !thread.isDaemon() && !thread.getName().startsWith("junit-"))
                .collect(Collectors.toSet());
    }

    /** Those that calls run on where threads cannot be virtual, while they have no call. */
    static Stream<Thread> ofCalls() {
        return alive().filter(thread -> thread.getName().startsWith("triune-http-"));
    }

    /** How many there are of each name, without digits. */
    static Map<String, Long> byName() {
        return alive().collect(Collectors.groupingBy(
                thread -> thread.getName().replaceAll("[\\d.:]+", "N"),
                TreeMap::new,
                Collectors.counting()));
    }
}
