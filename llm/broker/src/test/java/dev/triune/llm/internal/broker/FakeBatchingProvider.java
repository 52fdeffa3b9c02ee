/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider.BatchingProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A provider that records batches; the test answers each call. */
final class FakeBatchingProvider implements BatchingProvider {
    /** The calls of each exchange, in order. */
    final List<List<FakeProvider.Call>> batches = new ArrayList<>();

    /** Runs inside {@link #startBatch}, after the batch was noted; may throw. */
    Consumer<List<FakeProvider.Call>> onBatch = batch -> {};

    /** Whether it breaks its contract by returning a handle for the first call only. */
    boolean forgetsAllButTheFirst;

    private final FakeProvider calls = new FakeProvider();

    @Override
    public RunningCall start(ModelCall call, AnswerSink sink) {
        return calls.start(call, sink);
    }

    @Override
    public List<RunningCall> startBatch(List<BatchCall> batchCalls) {
        int before = calls.calls.size();
        List<RunningCall> runningCalls = batchCalls.stream()
                .map(batchCall -> calls.start(batchCall.call(), batchCall.sink()))
                .toList();
        batches.add(List.copyOf(calls.calls.subList(before, calls.calls.size())));
        onBatch.accept(batches.get(batches.size() - 1));
        return forgetsAllButTheFirst ? runningCalls.subList(0, 1) : runningCalls;
    }

    /** What was asked in each exchange. */
    List<List<String>> questions() {
        return batches.stream()
                .map(batch -> batch.stream().map(FakeProvider.Call::question).toList())
                .toList();
    }

    /** What was asked by itself, outside of any exchange. */
    List<String> singles() {
        Stream<FakeProvider.Call> single = calls.calls.stream()
                .filter(call -> batches.stream().noneMatch(batch -> batch.contains(call)));
        return single.map(FakeProvider.Call::question).toList();
    }

    /** The call that asked this. */
    FakeProvider.Call call(String question) {
        return calls.calls.stream()
                .filter(call -> call.question().equals(question))
                .reduce((earlier, later) -> later)
                .orElseThrow(() -> new AssertionError("never asked: " + question));
    }
}
