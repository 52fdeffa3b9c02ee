/* SPDX-License-Identifier: Apache-2.0 */
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/** A profiler of JMH that adds the CPU time of the benchmark's threads; see .ci/compare-speed. */
public final class CpuTime implements InternalProfiler {
    private long before;

    @Override
    public String getDescription() {
        return "CPU time of the benchmark's threads for each operation";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        before = cpuTime();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        double each = (double) (cpuTime() - before) / result.getMetadata().getAllOps();
        return List.of(new ScalarResult("cpu", each, "ns/op", AggregationPolicy.AVG));
    }

    private static long cpuTime() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                .filter(thread -> thread != null && thread.getThreadName().contains("jmh-worker"))
                .mapToLong(thread -> threads.getThreadCpuTime(thread.getThreadId()))
                .sum();
    }
}
