/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.tape;

import dev.triune.llm.AnswerPart;
import dev.triune.llm.Outcome;
import dev.triune.llm.Request;
import dev.triune.llm.Update;
import dev.triune.llm.Update.Telemetry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A request of a replay, whose parts are decoded again by the game's decoder. Owner only. */
final class ReplayedRequest<T> {
    final Request<T> request;
    private final Consumer<? super Update<T>> updates;
    private List<T> values = List.of();
    private int delivered;
    private @Nullable RuntimeException thrown;

    ReplayedRequest(Request<T> request, Consumer<? super Update<T>> updates) {
        this.request = request;
        this.updates = updates;
    }

    Runnable started(TapeLine line) {
        Update<T> update =
                new Update.Started<>(line.ticket(), line.text("provider"), line.text("model"));
        return () -> updates.accept(update);
    }

    /** Returns the callback with the next value of a part, or of the part before. */
    Runnable part(TapeLine line, TapeReader tape) {
        int index = line.count("index");
        if (index == 0) {
            requireAllDelivered(tape);
            decode(AnswerPartJson.read(line.field(TapeLine.PART)));
        }
        if (index != delivered) {
            throw tape.mismatch("value " + index + " of a part (expected value " + delivered + ")");
        }
        if (index >= values.size()) {
            throw tape.mismatch("expected a further value of a part, but the decoder gave "
                    + values.size() + (thrown == null ? "" : " and threw " + thrown));
        }
        delivered++;
        Update<T> update = new Update.Part<>(line.ticket(), values.get(index));
        return () -> updates.accept(update);
    }

    private void decode(AnswerPart part) {
        List<T> decoded = new ArrayList<>();
        thrown = null;
        try {
            request.decoder().decode(part, decoded::add);
        } catch (RuntimeException e) {
            thrown = e; // the recorded run may have thrown after these values, too
        }
        values = decoded;
        delivered = 0;
    }

    Runnable ended(TapeLine line, TapeReader tape) {
        Outcome outcome = line.outcome();
        if (outcome.kind() == Outcome.Kind.ANSWERED) {
            requireAllDelivered(tape);
        }
        Update<T> update = new Update.Ended<>(
                line.ticket(), outcome, line.value("telemetry", Telemetry.class));
        return () -> updates.accept(update);
    }

    private void requireAllDelivered(TapeReader tape) {
        if (delivered < values.size()) {
            throw tape.mismatch("expected " + delivered
                    + " values of the part before, but the decoder gave " + values.size());
        }
    }
}
