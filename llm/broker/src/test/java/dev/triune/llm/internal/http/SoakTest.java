/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.HttpProvider;
import dev.triune.llm.provider.RecordingSink;
import dev.triune.testsupport.Thorough;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Many answers through one provider, one after the other on a few connections: no memory, threads
 * or connections leak. {@code -Dsoak.answers=100000} makes it a long run, which prints its figures.
 */
final class SoakTest {
    private static final int FEW_ANSWERS = Thorough.count(1_000, 3_000);
    private static final int ANSWERS = Integer.getInteger("soak.answers", FEW_ANSWERS);
    private static final int AT_A_TIME = 64;

    /** Connections are closed after some idle seconds, for example while memory is measured. */
    private static final int MOST_CONNECTIONS = 4 * AT_A_TIME;

    private static final int REPORTED_FAULTS = 10;
    private static final long MOST_GROWTH = 8L << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final AtomicInteger next = new AtomicInteger();
    private final Queue<String> faults = new ConcurrentLinkedQueue<>();

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void manyAnswersLeakNoMemoryThreadsOrConnections() throws Exception {
        Set<Thread> others = JvmThreads.ofCalls().collect(Collectors.toSet());
        try (StreamingServer server = new StreamingServer(NumberedAnswers::texts)) {
            HttpProvider provider = HttpProvider.openAi(server.url()).build();
            long begin = System.nanoTime();
            answer(provider, ANSWERS / 10);
            long before = Heap.used();
            answer(provider, ANSWERS);
            long growth = Heap.used() - before;
            report(System.nanoTime() - begin, before, growth, server.accepted());

            assertThat(faults).isEmpty();
            assertThat(growth).as("bytes kept").isLessThan(MOST_GROWTH);
            assertThat(server.accepted()).as("connections").isLessThanOrEqualTo(MOST_CONNECTIONS);
            assertThat(server.hangUps()).isZero();
            Set<Thread> threads = occupyAllPermits(server, provider);
            provider.close();
            await().atMost(PATIENCE).until(() -> threads.stream().noneMatch(Thread::isAlive));
            await().atMost(PATIENCE).until(() -> JvmThreads.ofCalls().allMatch(others::contains));
        }
    }

    /** Keeps all permits in use until that many answers were requested and have arrived. */
    private void answer(HttpProvider provider, int upTo) throws InterruptedException {
        CountDownLatch idle = new CountDownLatch(AT_A_TIME);
        IntStream.range(0, AT_A_TIME).forEach(lane -> ask(provider, upTo, idle));
        assertThat(idle.await(25, TimeUnit.MINUTES)).as("answers in time").isTrue();
    }

    private void ask(HttpProvider provider, int upTo, CountDownLatch idle) {
        int number = next.getAndUpdate(last -> Math.min(last + 1, upTo));
        if (number >= upTo) {
            idle.countDown();
            return;
        }
        provider.start(NumberedAnswers.call(number), new AnswerSink() {
            private final StringBuilder text = new StringBuilder();

            @Override
            public void text(String delta) {
                text.append(delta);
            }

            @Override
            public void complete(FinishReason reason, Usage usage) {
                boolean right = text.toString().equals(NumberedAnswers.text(number))
                        && usage.equals(NumberedAnswers.usage(number));
                end(right ? "" : "answer " + number + " is wrong: " + text + usage);
            }

            @Override
            public void fail(CallFailure failure) {
                end("answer " + number + " failed: " + failure);
            }

            private void end(String fault) {
                if (!fault.isEmpty() && faults.size() < REPORTED_FAULTS) {
                    faults.add(fault);
                }
                ask(provider, upTo, idle);
            }
        });
    }

    /** Checks that all permits are still usable; returns the threads on which the calls ran. */
    private static Set<Thread> occupyAllPermits(StreamingServer server, HttpProvider provider)
            throws Exception {
        server.hold();
        List<RecordingSink> sinks =
                Stream.generate(RecordingSink::new).limit(AT_A_TIME).toList();
        sinks.forEach(sink -> provider.start(NumberedAnswers.call(1), sink));
        server.awaitOpen(AT_A_TIME);
        server.letGo();
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        for (RecordingSink sink : sinks) {
            assertThat(sink.usage()).isEqualTo(NumberedAnswers.usage(1));
            threads.add(sink.thread());
        }
        return threads;
    }

    private static void report(long nanos, long before, long growth, int connections) {
        if (ANSWERS > FEW_ANSWERS) {
            double mb = 1 << 20;
            System.out.printf(
                    Locale.ROOT,
                    "%d answers in %.1f s, heap %.2f MB after a tenth, %.2f MB at the end,"
                            + " %d connections%n",
                    ANSWERS,
                    nanos / 1e9,
                    before / mb,
                    (before + growth) / mb,
                    connections);
        }
    }
}
