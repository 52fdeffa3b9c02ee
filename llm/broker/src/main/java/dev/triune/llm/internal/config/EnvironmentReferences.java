/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.Secret;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Replaces <code>${NAME}</code> with an environment variable; problems never show its value. */
public final class EnvironmentReferences {
    private static final String EXPECTED =
            "a reference to an environment variable, as in ${API_KEY}";
    private static final String PROVIDER_REMEDY = "set it, or remove the provider";
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)\\}");
    private static final Pattern QUOTED = Pattern.compile("\"[^\"]*\"|'[^']*'");

    private final Function<String, Optional<String>> environment;

    public EnvironmentReferences(Function<String, Optional<String>> environment) {
        this.environment = environment;
    }

    Optional<Secret> key(YamlValue value) {
        return resolveOnly(value, PROVIDER_REMEDY);
    }

    /** Reads a secret of another module, which must be exactly one reference. */
    public Optional<Secret> secret(YamlValue value) {
        return resolveOnly(value, "set it, or remove the key")
                .flatMap(secret -> value.attempt(() -> secret.requireSendable("secret")));
    }

    /** Whether a value is exactly one reference; reports no problem. */
    public boolean isReference(YamlValue value) {
        return value.isText(REFERENCE);
    }

    private Optional<Secret> resolveOnly(YamlValue value, String remedy) {
        Optional<String> text = value.raw(EXPECTED);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        Matcher reference = REFERENCE.matcher(text.get());
        if (!reference.matches()) {
            value.reportProblem("a key in the file (expected " + EXPECTED + ")");
            return Optional.empty();
        }
        return resolveVariable(value, reference.group(1), remedy).map(Secret::of);
    }

    /** Reads the value of a header, a text with references; a key requires a reference. */
    Optional<Secret> header(YamlValue value, boolean carriesKey) {
        return value.raw(carriesKey ? EXPECTED : "a text").flatMap(text -> {
            Matcher references = REFERENCE.matcher(text);
            String rest = references.replaceAll("");
            if (rest.contains("${")) {
                value.reportProblem("a reference that is not one (expected " + EXPECTED + ")");
                return Optional.empty();
            }
            if (carriesKey && rest.equals(text)) {
                value.reportProblem("a key in the file (expected " + EXPECTED + ")");
                return Optional.empty();
            }
            return substitute(value, references.reset()).map(Secret::of);
        });
    }

    private Optional<String> substitute(YamlValue value, Matcher references) {
        StringBuilder all = new StringBuilder();
        boolean complete = true;
        while (references.find()) {
            Optional<String> found = resolveVariable(value, references.group(1), PROVIDER_REMEDY);
            complete &= found.isPresent();
            references.appendReplacement(all, Matcher.quoteReplacement(found.orElse("")));
        }
        references.appendTail(all);
        return complete ? Optional.of(all.toString()) : Optional.empty();
    }

    private Optional<String> resolveVariable(YamlValue value, String name, String remedy) {
        Optional<String> found = environment.apply(name).filter(text -> !text.isEmpty());
        if (found.isEmpty()) {
            value.reportProblem("environment variable " + SafeText.truncate(name) + " is not set ("
                    + remedy + ")");
        } else if (QUOTED.matcher(found.get()).matches()) {
            value.reportProblem("environment variable " + SafeText.truncate(name)
                    + " is in quotes, which would be sent (leave them out: files of environment"
                    + " variables are no shell scripts)");
            return Optional.empty();
        }
        return found;
    }
}
