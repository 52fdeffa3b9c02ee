/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.apply;

import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionCatalog.AnswerForm;
import dev.triune.action.Step.InvalidStepException;
import dev.triune.action.Step.RefusedStep;
import dev.triune.action.Wording;
import dev.triune.action.Wording.Text;
import dev.triune.internal.text.BoundedText;
import dev.triune.llm.AnswerPart;
import dev.triune.llm.Decoder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Validates the parts of an answer while it is streamed. Stateless and thread-safe. */
public final class PlanDecoder implements Decoder<PlanPart> {
    private static final int SPEECH_LIMIT = 400;
    private static final int NAME_LIMIT = 40;
    private static final int WRITTEN_LIMIT = 100;

    private final ActionCatalog catalog;
    private final AnswerForm form;

    public PlanDecoder(ActionCatalog catalog, AnswerForm form) {
        this.catalog = catalog;
        this.form = form;
    }

    @Override
    public void decode(AnswerPart part, Consumer<? super PlanPart> out) {
        if (part instanceof AnswerPart.Action action) {
            readStep(action, out);
        } else if (part instanceof AnswerPart.Speech && form == AnswerForm.PLAN) {
            out.accept(new PlanPart.UnknownKey("speaking"));
        } else if (part instanceof AnswerPart.Addressee && form != AnswerForm.TALK) {
            out.accept(new PlanPart.UnknownKey("to"));
        } else if (part instanceof AnswerPart.TalkEnd) {
            boolean talk = form == AnswerForm.TALK;
            out.accept(talk ? new PlanPart.EndOfTalk() : new PlanPart.UnknownKey("end"));
        } else if (part instanceof AnswerPart.Later later) {
            if (form == AnswerForm.TALK) {
                ifNotEmpty(later.text(), text -> out.accept(new PlanPart.Later(text)));
            } else {
                out.accept(new PlanPart.UnknownKey("later"));
            }
        } else if (part instanceof AnswerPart.AgreementNumber agreement) {
            boolean plan = form != AnswerForm.TALK;
            out.accept(
                    plan
                            ? new PlanPart.AgreementNumber(agreement.number(), agreement.kept())
                            : new PlanPart.UnknownKey(agreement.kept() ? "keeps" : "drops"));
        } else if (part instanceof AnswerPart.Addressee to) {
            String name = BoundedText.of(to.name(), NAME_LIMIT);
            ifNotEmpty(name, text -> out.accept(new PlanPart.Addressee(text)));
        } else if (part instanceof AnswerPart.Speech speech) {
            ifNotEmpty(speech.text(), text -> out.accept(new PlanPart.SpokenText(text)));
        } else if (part instanceof AnswerPart.SpeechPiece piece && form == AnswerForm.TALK) {
            out.accept(new PlanPart.SpokenPiece(piece.delta()));
        } else if (part instanceof AnswerPart.Goal goal) {
            ifNotEmpty(
                    goal.description(),
                    text -> out.accept(
                            new PlanPart.NewGoal(BoundedText.of(goal.type(), NAME_LIMIT), text)));
        } else if (part instanceof AnswerPart.Thought thought) {
            ifNotEmpty(thought.text(), text -> out.accept(new PlanPart.Thought(text)));
        } else if (part instanceof AnswerPart.Unknown unknown) {
            out.accept(new PlanPart.UnknownKey(BoundedText.of(unknown.key(), NAME_LIMIT)));
        } else if (part instanceof AnswerPart.Malformed malformed) {
            out.accept(new PlanPart.UnreadableRest(malformed.reason()));
        }
    }

    private void readStep(AnswerPart.Action written, Consumer<? super PlanPart> out) {
        AnswerPart.Action action = named(written);
        String type = catalog.nameOf(action.type());
        Wording wording = catalog.wording();
        try {
            ActionCatalog.CheckedStep checked = catalog.read(action.type(), action.fields());
            if (form == AnswerForm.TALK && !catalog.names(form).contains(type)) {
                String expected = wording.say(Text.ONE_OF, catalog.names(form));
                out.accept(refused(action, type, wording.say(Text.NOT_IN_TALK), expected));
                return;
            }
            checked.unknownKeys()
                    .forEach(key -> out.accept(
                            new PlanPart.UnknownKey(BoundedText.of(type + "." + key, NAME_LIMIT))));
            out.accept(new PlanPart.QueueableStep(checked.step(), checked.corrections()));
        } catch (InvalidStepException e) {
            out.accept(refused(action, type, e.reason(wording), e.expected(wording)));
        }
    }

    /** Returns an action whose name stands under {@code name}, as in a call of a tool, by that name. */
    private AnswerPart.Action named(AnswerPart.Action action) {
        if (!action.type().isEmpty()
                || !(action.fields().get("name") instanceof String name)
                || catalog.nameOf(name).equals("unknown")) {
            return action;
        }
        Map<String, Object> fields = new LinkedHashMap<>(action.fields());
        fields.remove("name");
        return new AnswerPart.Action(name, fields);
    }

    private static PlanPart refused(
            AnswerPart.Action action, String type, String reason, String expected) {
        String written = BoundedText.of(action.type() + action.fields(), WRITTEN_LIMIT);
        return new PlanPart.RejectedStep(new RefusedStep(type, reason, written, expected));
    }

    /** Passes on speech, bounded and without line breaks, unless it is blank. */
    private static void ifNotEmpty(String raw, Consumer<String> out) {
        String text = BoundedText.withoutThoughts(raw, SPEECH_LIMIT);
        if (!text.isEmpty()) {
            out.accept(text);
        }
    }
}
