/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import dev.triune.llm.FailureCode;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A language model in this process: a GGUF file run by llama.cpp, without a network. Calls run one
 * after another on a daemon thread; each agent has a slot that keeps its last prompt, so that only
 * the new part of the next one is evaluated.
 *
 * <pre>{@code
 * Broker broker = new BrokerBuilder()
 *         .provider(
 *                 ProviderSettings.of("local", "small"),
 *                 LocalProvider.load(Path.of("small.gguf")))
 *         .build();
 * }</pre>
 */
public final class LocalProvider implements Provider {
    /** The maximum number of waiting calls; a broker's permits allow far fewer. */
    static final int MAX_WAITING = 256;

    private static final CallFailure CLOSED =
            new CallFailure.Failed(FailureCode.CUT_OFF, "the local model was closed");

    private final BlockingQueue<LocalCall> waiting = new LinkedBlockingQueue<>(MAX_WAITING);
    private final LocalWriter writer;
    private final Thread thread;
    private boolean closed;

    /** Creates a provider that owns an engine. */
    LocalProvider(LocalEngine engine, LocalSettings settings) {
        this.writer = new LocalWriter(engine, settings);
        this.thread = new Thread(this::work, "local-model");
        thread.setDaemon(true);
        thread.start();
    }

    /** Loads a model with {@link LocalSettings#DEFAULT}. */
    public static LocalProvider load(Path gguf) throws IOException {
        return load(gguf, LocalSettings.DEFAULT);
    }

    /**
     * Loads a model. Blocks while loading, which may take seconds.
     *
     * @throws IOException with one line that names the file and the error: missing, broken, too
     *     large, no language model, or no natives for this machine
     * @throws IllegalArgumentException if there is no library of the name in the settings
     */
    public static LocalProvider load(Path gguf, LocalSettings settings) throws IOException {
        LocalEngine.Loader loader = LocalEngine.Loader.find(settings.engine());
        LocalSettings fitting =
                MemoryNeed.within(gguf, GgufReader.read(gguf), settings).settings();
        return new LocalProvider(loader.load(gguf, fitting), fitting);
    }

    @Override
    public RunningCall start(ModelCall call, AnswerSink sink) {
        LocalCall started = new LocalCall(call, sink);
        if (closed) {
            started.fail(CLOSED);
        } else if (!waiting.offer(started)) {
            started.fail(new CallFailure.RateLimited(
                    null, MAX_WAITING + " calls wait for the local model already"));
        }
        return started;
    }

    /** Ends the calls, the current one after its token, then releases the model. */
    @Override
    public void close() {
        closed = true;
        writer.stop();
        thread.interrupt();
    }

    private void work() {
        try {
            while (writer.isOpen()) {
                writer.write(waiting.take());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed while it waited
        } finally {
            waiting.forEach(call -> call.fail(CLOSED));
            writer.close();
        }
    }

    /** A call, which ends once. */
    static final class LocalCall implements RunningCall {
        private final ModelCall call;
        private final AnswerSink sink;
        private volatile boolean ended;

        LocalCall(ModelCall call, AnswerSink sink) {
            this.call = Objects.requireNonNull(call);
            this.sink = Objects.requireNonNull(sink);
        }

        ModelCall call() {
            return call;
        }

        AnswerSink sink() {
            return sink;
        }

        boolean isEnded() {
            return ended;
        }

        @Override
        public void cancel() {
            ended = true;
        }

        /** Fails the call unless it has ended; on the answering thread, or before it starts. */
        void fail(CallFailure failure) {
            if (!ended) {
                ended = true;
                sink.fail(failure);
            }
        }
    }
}
