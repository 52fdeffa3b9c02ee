/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.json;

import dev.triune.llm.AnswerPart;
import dev.triune.llm.internal.json.ValueBuilder.Members;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a key of a plan and its value, or one element of its list of actions, stand for. */
final class PlanParts {
    private static final String TYPE = "type";
    private static final String DESCRIPTION = "description";

    private PlanParts() {}

    /**
     * The part; empty where nothing is said: a null, an empty name of an action, an empty goal. A
     * value whose form does not fit its key is as unknown as an unknown key.
     *
     * @param value as a {@link ValueBuilder} built it; an object's members become the part's own
     */
    static Optional<AnswerPart> of(String key, @Nullable Object value) {
        return switch (key) {
            case "action" -> action(key, value);
            case "speaking" -> speech(key, value);
            case "goal" -> goal(key, value);
            case "thinking" -> thought(key, value);
            default -> Optional.of(new AnswerPart.Unknown(key));
        };
    }

    private static Optional<AnswerPart> speech(String key, @Nullable Object value) {
        if (value instanceof String text) {
            return Optional.of(new AnswerPart.Speech(text));
        }
        return unfit(key, value);
    }

    private static Optional<AnswerPart> thought(String key, @Nullable Object value) {
        if (value instanceof String text) {
            return Optional.of(new AnswerPart.Thought(text));
        }
        return unfit(key, value);
    }

    private static Optional<AnswerPart> action(String key, @Nullable Object value) {
        if (value instanceof Members object) {
            String type = text(object.all().remove(TYPE));
            Map<String, Object> fields = Collections.unmodifiableMap(object.all());
            return Optional.of(new AnswerPart.Action(type, fields));
        }
        if (value instanceof String name) {
            AnswerPart action = new AnswerPart.Action(name, Map.of());
            return name.isEmpty() ? Optional.empty() : Optional.of(action);
        }
        return unfit(key, value);
    }

    private static Optional<AnswerPart> goal(String key, @Nullable Object value) {
        if (value instanceof Members object) {
            Map<String, Object> members = object.all();
            String type = text(members.get(TYPE));
            AnswerPart goal = new AnswerPart.Goal(type, text(members.get(DESCRIPTION)));
            return members.isEmpty() ? Optional.empty() : Optional.of(goal);
        }
        if (value instanceof String text) {
            AnswerPart goal = new AnswerPart.Goal("", text);
            return text.isEmpty() ? Optional.empty() : Optional.of(goal);
        }
        return unfit(key, value);
    }

    private static Optional<AnswerPart> unfit(String key, @Nullable Object value) {
        return value == null ? Optional.empty() : Optional.of(new AnswerPart.Unknown(key));
    }

    private static String text(@Nullable Object member) {
        return member instanceof String text ? text : "";
    }
}
