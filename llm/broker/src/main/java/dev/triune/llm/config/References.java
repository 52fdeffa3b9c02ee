/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.config;

import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts the environment's variables in the place of <code>${NAME}</code>. Its problems name the
 * variable, never a value.
 */
final class References {
    private static final String EXPECTED =
            "a reference to an environment variable, as in ${API_KEY}";
    private static final String OR_NO_PROVIDER = "set it, or remove the provider";
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)\\}");
    private static final Pattern SENDABLE = Pattern.compile("[!-~]+");
    private static final Pattern SENDABLE_HEADER = Pattern.compile("[!-~]([ -~]*[!-~])?");

    private final Function<String, Optional<String>> environment;

    References(Function<String, Optional<String>> environment) {
        this.environment = environment;
    }

    /** A key of a provider: one reference and nothing else. */
    Optional<Secret> key(Value value) {
        return only(value, OR_NO_PROVIDER);
    }

    /** A secret of the gateway's own: one reference and nothing else. */
    Optional<Secret> secret(Value value) {
        return only(value, "set it, or remove the key");
    }

    /** Whether it is one reference and nothing else; it notes nothing. */
    boolean isOne(Value value) {
        return value.isText(REFERENCE);
    }

    private Optional<Secret> only(Value value, String remedy) {
        Optional<String> text = value.raw(EXPECTED);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        Matcher reference = REFERENCE.matcher(text.get());
        if (!reference.matches()) {
            value.problem("a key in the file (expected " + EXPECTED + ")");
            return Optional.empty();
        }
        return variable(value, reference.group(1), remedy).map(Secret::of);
    }

    /** The value of a header: text with references in it. One that carries a key needs one. */
    Optional<Secret> header(Value value, boolean carriesKey) {
        return value.raw(carriesKey ? EXPECTED : "a text").flatMap(text -> {
            Matcher references = REFERENCE.matcher(text);
            String rest = references.replaceAll("");
            if (rest.contains("${")) {
                value.problem("a reference that is not one (expected " + EXPECTED + ")");
                return Optional.empty();
            }
            if (carriesKey && rest.equals(text)) {
                value.problem("a key in the file (expected " + EXPECTED + ")");
                return Optional.empty();
            }
            if (!rest.isBlank() && !SENDABLE_HEADER.matcher(rest.strip()).matches()) {
                value.problem("a text that no header can carry (expected printable ASCII)");
                return Optional.empty();
            }
            return filled(value, references.reset()).map(Secret::of);
        });
    }

    private Optional<String> filled(Value value, Matcher references) {
        StringBuilder all = new StringBuilder();
        boolean complete = true;
        while (references.find()) {
            Optional<String> found = variable(value, references.group(1), OR_NO_PROVIDER);
            complete &= found.isPresent();
            references.appendReplacement(all, Matcher.quoteReplacement(found.orElse("")));
        }
        references.appendTail(all);
        return complete ? Optional.of(all.toString()) : Optional.empty();
    }

    private Optional<String> variable(Value value, String name, String remedy) {
        Optional<String> found = environment.apply(name).filter(text -> !text.isEmpty());
        String variable = "environment variable " + Shown.name(name);
        if (found.isEmpty()) {
            value.problem(variable + " is not set (" + remedy + ")");
        } else if (!SENDABLE.matcher(found.get()).matches()) {
            value.problem(variable + " holds what no key has (expected printable ASCII without"
                    + " spaces; was a line break copied with it?)");
            return Optional.empty();
        }
        return found;
    }
}
