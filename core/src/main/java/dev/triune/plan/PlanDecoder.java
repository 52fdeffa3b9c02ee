/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.plan;

import dev.triune.llm.AnswerPart;
import dev.triune.llm.Decoder;
import java.util.function.Consumer;

/**
 * Checks the parts of an answer against the catalog while the rest is still being written.
 * Stateless and thread-safe: it runs on I/O threads.
 */
public final class PlanDecoder implements Decoder<PlanPart> {
    private static final int SPEECH_LIMIT = 400;
    private static final int NAME_LIMIT = 40;

    private final ActionCatalog catalog;

    /** Lets the actions of that catalog through, and nothing else. */
    public PlanDecoder(ActionCatalog catalog) {
        this.catalog = catalog;
    }

    @Override
    public void decode(AnswerPart part, Consumer<? super PlanPart> out) {
        if (part instanceof AnswerPart.Action action) {
            out.accept(order(action));
        } else if (part instanceof AnswerPart.Speech speech) {
            ifSaid(speech.text(), text -> out.accept(new PlanPart.Said(text)));
        } else if (part instanceof AnswerPart.Goal goal) {
            ifSaid(
                    goal.description(),
                    text -> out.accept(
                            new PlanPart.Aimed(Words.bounded(goal.type(), NAME_LIMIT), text)));
        } else if (part instanceof AnswerPart.Thought thought) {
            ifSaid(thought.text(), text -> out.accept(new PlanPart.Thought(text)));
        } else if (part instanceof AnswerPart.Unknown unknown) {
            out.accept(new PlanPart.Unasked(Words.bounded(unknown.key(), NAME_LIMIT)));
        } else if (part instanceof AnswerPart.Malformed malformed) {
            out.accept(new PlanPart.Unreadable(malformed.reason()));
        }
    }

    private PlanPart order(AnswerPart.Action action) {
        try {
            return catalog.order(action.type(), action.fields());
        } catch (InvalidStep e) {
            return new PlanPart.Refused(catalog.nameOf(action.type()), e.reason());
        }
    }

    /** Bounds what is said and takes line breaks out; hands on nothing if nothing is left. */
    private static void ifSaid(String raw, Consumer<String> out) {
        String text = Words.spoken(raw, SPEECH_LIMIT);
        if (!text.isEmpty()) {
            out.accept(text);
        }
    }
}
