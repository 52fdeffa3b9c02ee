/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Executors with one daemon thread per call in flight. */
public final class IoExecutors {
    private IoExecutors() {}

    /** Creates an executor of virtual threads if the JVM has them, otherwise of pooled daemons. */
    public static ExecutorService newExecutor() {
        try {
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException noVirtualThreads) {
            AtomicInteger threadCount = new AtomicInteger();
            return Executors.newCachedThreadPool(task -> {
                Thread thread = new Thread(task, "triune-http-" + threadCount.incrementAndGet());
                thread.setDaemon(true);
                return thread;
            });
        }
    }
}
