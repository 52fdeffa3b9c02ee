/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import dev.triune.llm.AnswerSchema;
import dev.triune.llm.FailureCode;
import dev.triune.llm.ModelOptions;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.ModelCall;
import dev.triune.local.LocalEngine.Generation;
import dev.triune.local.LocalProvider.LocalCall;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Generates the answers of calls. Confined to one thread, except {@link #stop}. */
final class LocalWriter implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(LocalWriter.class.getName());
    private static final int MAX_GRAMMARS = 16;

    private final LocalEngine engine;
    private final LocalSettings settings;
    private final PromptSlots slots;
    private volatile boolean open = true;
    private boolean reported;

    private final Map<AnswerSchema, String> grammars = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<AnswerSchema, String> eldest) {
            return size() > MAX_GRAMMARS;
        }
    };

    LocalWriter(LocalEngine engine, LocalSettings settings) {
        this.engine = engine;
        this.settings = settings;
        this.slots = new PromptSlots(settings.slots());
    }

    boolean isOpen() {
        return open;
    }

    /** Ends the current answer and rejects further ones. */
    void stop() {
        open = false;
    }

    @Override
    public void close() {
        engine.close();
    }

    /** Generates the answer of a call and ends the call. */
    void write(LocalCall call) {
        if (call.isEnded()) {
            return;
        }
        try {
            answer(call);
        } catch (RuntimeException | Error e) {
            if (!reported) {
                reported = true;
                LOG.log(Level.WARNING, "local model cannot answer; not logged again", e);
            }
            fail(
                    call,
                    FailureCode.PROVIDER_ERROR,
                    "the local model failed: " + e.getClass().getSimpleName());
        }
    }

    private void answer(LocalCall call) {
        ModelCall asked = call.call();
        ModelOptions options = asked.options();
        if (!options.tools().isEmpty() && !options.toolChoice().equals("none")) {
            fail(call, FailureCode.BAD_REQUEST, "the local model calls no tools");
            return;
        }
        int[] tokens = engine.tokens(engine.join(asked.prompt().messages()));
        int room = settings.context() - tokens.length - 1; // one for the token of the beginning
        if (room < 1) {
            fail(
                    call,
                    FailureCode.BAD_REQUEST,
                    "a prompt of " + tokens.length
                            + " tokens for a local model with a context of " + settings.context()
                            + " (expected a shorter prompt, or a larger context)");
            return;
        }
        PromptSlots.Slot slot = slots.of(asked.caller().agent());
        int cached = slot.cached(tokens);
        Generation what = new Generation(
                tokens,
                slot.number(),
                cached,
                Math.min(asked.maxTokens(), room),
                asked.temperature(),
                options.topP(),
                options.seed(),
                options.stop(),
                grammar(asked));
        slot.hold(new int[0]); // unknown until the answer succeeds
        Pieces pieces = new Pieces(call);
        boolean whole = engine.generate(what, () -> open && !call.isEnded(), pieces::add);
        if (pieces.count > 0) {
            slot.hold(tokens);
        }
        if (whole) {
            pieces.complete(what);
        } else {
            fail(
                    call,
                    FailureCode.CUT_OFF,
                    open ? "the local model broke off" : "the local model was closed");
        }
    }

    private String grammar(ModelCall call) {
        if (call.format() == AnswerFormat.TEXT) {
            return "";
        }
        return call.schema() == null
                ? JsonGrammar.ANY_OBJECT
                : grammars.computeIfAbsent(call.schema(), it -> JsonGrammar.of(it.root()));
    }

    private static void fail(LocalCall call, FailureCode code, String message) {
        call.fail(new CallFailure.Failed(code, message));
    }

    /** Delivers and counts the pieces of an answer. */
    private static final class Pieces {
        private final LocalCall call;
        private int count;
        private boolean lastIsText;

        Pieces(LocalCall call) {
            this.call = call;
        }

        void add(String text) {
            count++;
            lastIsText = !text.isEmpty();
            if (lastIsText && !call.isEnded()) {
                call.sink().text(text);
            }
        }

        void complete(Generation what) {
            boolean full = count >= what.maxTokens() && lastIsText;
            int fresh = what.tokens().length - what.cached();
            if (!call.isEnded()) {
                call.cancel(); // ended
                call.sink()
                        .complete(
                                full ? FinishReason.LENGTH : FinishReason.STOP,
                                new Usage(fresh, what.cached(), 0, count));
            }
        }
    }
}
