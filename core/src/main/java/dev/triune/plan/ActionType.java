/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.plan;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One kind of action. Immutable.
 *
 * @param name for example {@code gather}
 * @param help one line for the prompt
 * @param fields what it takes, in order
 */
public record ActionType(String name, String help, List<Field> fields) {
    /** Copies the fields; refuses a blank name. */
    public ActionType {
        if (name.isBlank()) {
            throw new IllegalArgumentException("an action needs a name");
        }
        fields = List.copyOf(fields);
    }

    /**
     * Checks raw fields and makes the step.
     *
     * @throws InvalidStep if a required field is missing or a value does not fit
     */
    public Step check(Map<String, Object> raw) throws InvalidStep {
        Step step = Step.of(name);
        for (Field field : fields) {
            Object value = raw.get(field.name());
            if (value != null) {
                step = step.with(field.name(), field.read(value));
            } else if (field.required()) {
                throw new InvalidStep(field.name() + " is missing");
            }
        }
        return step;
    }

    /** How the prompt shows it: an example object and the line of help. */
    public String describe() {
        String keys = fields.stream()
                .map(field -> ",\"" + field.name() + "\":<" + field.help()
                        + (field.required() ? ">" : ", may be left out>"))
                .collect(Collectors.joining());
        return "{\"type\":\"" + name + "\"" + keys + "} " + help;
    }
}
