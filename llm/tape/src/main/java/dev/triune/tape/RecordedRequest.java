/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.tape;

import dev.triune.llm.AnswerPart;
import dev.triune.llm.Decoder;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/** A request of a recording, which writes its prompts and updates to the tape. Owner only. */
final class RecordedRequest<T> {
    private final TapeWriter tape;
    private final long number;
    private final Request<T> original;
    private final Consumer<? super Update<T>> updates;

    RecordedRequest(
            TapeWriter tape,
            long number,
            Request<T> original,
            Consumer<? super Update<T>> updates) {
        this.tape = tape;
        this.number = number;
        this.original = original;
        this.updates = updates;
    }

    /** A decoded value, with its part of the answer and its index among the part's values. */
    record Decoded<T>(AnswerPart source, int index, T value) {}

    /** Returns the request to submit in place of the original one. */
    Request<Decoded<T>> request() {
        return original.with(new SourceDecoder<>(original.decoder()), this::render);
    }

    private record SourceDecoder<T>(Decoder<T> decoder) implements Decoder<Decoded<T>> {
        @Override
        public void decode(AnswerPart part, Consumer<? super Decoded<T>> out) {
            int[] next = new int[1];
            decoder.decode(part, value -> out.accept(new Decoded<>(part, next[0]++, value)));
        }

        @Override
        public void raw(String delta) {
            decoder.raw(delta);
        }
    }

    private Optional<Prompt> render() {
        tape.append(TapeLine.of(TapeLine.RENDER).with("request", number));
        try {
            Optional<Prompt> prompt = Objects.requireNonNull(original.prompt().render(), "prompt");
            tape.append(TapeLine.rendered(number, prompt.orElse(null)));
            return prompt;
        } catch (RuntimeException | Error e) {
            tape.append(TapeLine.rendered(number, e));
            throw e;
        }
    }

    void deliver(Update<Decoded<T>> update) {
        Ticket ticket = update.ticket();
        if (update instanceof Update.Started<Decoded<T>> started) {
            tape.append(line(TapeLine.STARTED, ticket)
                    .with("provider", started.provider())
                    .with("model", started.model()));
            updates.accept(new Update.Started<>(ticket, started.provider(), started.model()));
        } else if (update instanceof Update.Part<Decoded<T>> part) {
            tape.append(line(ticket, part.value()));
            updates.accept(new Update.Part<>(ticket, part.value().value()));
        } else if (update instanceof Update.Ended<Decoded<T>> ended) {
            tape.append(line(TapeLine.ENDED, ticket)
                    .with("outcome", ended.outcome())
                    .with("telemetry", ended.telemetry()));
            updates.accept(new Update.Ended<>(ticket, ended.outcome(), ended.telemetry()));
        } else {
            throw new IllegalArgumentException("an update of an unknown kind: " + update);
        }
    }

    /** Returns the line of a value; only the first value of a part contains the part. */
    private TapeLine line(Ticket ticket, Decoded<T> value) {
        TapeLine line = line(TapeLine.PART, ticket).with("index", value.index());
        return value.index() == 0 ? line.with(TapeLine.PART, value.source()) : line;
    }

    private TapeLine line(String event, Ticket ticket) {
        return TapeLine.of(event).with("request", number).with("ticket", ticket.number());
    }
}
