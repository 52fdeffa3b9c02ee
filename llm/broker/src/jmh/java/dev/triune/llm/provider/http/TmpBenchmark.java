/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.http;

import dev.triune.llm.provider.wire.AnswerStream;
import dev.triune.llm.provider.wire.Family;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
@State(Scope.Thread)
public class TmpBenchmark {
    private final List<byte[]> events = PlanStream.events().stream()
            .map(e -> e.getBytes(StandardCharsets.UTF_8))
            .toList();

    @Benchmark
    @OperationsPerInvocation(475)
    public void read(Blackhole bh) {
        AnswerStream s = new AnswerStream(Family.OPENAI, bh::consume);
        for (byte[] e : events) {
            bh.consume(s.feed(e, 0, e.length));
        }
        bh.consume(s.end());
    }
}
