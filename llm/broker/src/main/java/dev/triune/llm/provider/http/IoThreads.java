/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.http;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads on which calls run, one for each call under way; none keeps the JVM alive. */
final class IoThreads implements ThreadFactory {
    private final AtomicInteger started = new AtomicInteger();

    private IoThreads() {}

    /**
     * A new executor with a thread for every task: virtual threads where the JVM has them, which is
     * found out at run time because this code is built for Java 17; else pooled daemon threads.
     */
    static ExecutorService open() {
        try {
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException noVirtualThreads) {
            return Executors.newCachedThreadPool(new IoThreads());
        }
    }

    @Override
    public Thread newThread(Runnable task) {
        Thread thread = new Thread(task, "triune-http-" + started.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }
}
