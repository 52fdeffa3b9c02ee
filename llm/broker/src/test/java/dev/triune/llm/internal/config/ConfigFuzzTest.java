/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.triune.llm.ConfigException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Every file is either read, or rejected with lines that each begin with the file and the line; and
 * no text shows a key, whether from the environment or written in place of a reference.
 */
class ConfigFuzzTest {
    private static final String LITERAL =
            "gsk_abcDEF0123456789abcDEF0123456789abcDEF0123456789abcd";
    private static final String BEGINNING = LITERAL.substring(0, 12);
    private static final int MOST_PROBLEMS = 101;
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{[A-Za-z_][A-Za-z0-9_]*\\}");
    private static final Pattern PROBLEM =
            Pattern.compile("llm\\.yaml:([1-9][0-9]*: .+| and [1-9][0-9]* more)");

    @FuzzTest(maxDuration = "60s")
    void everyFileIsReadOrRejectedWithLineNumbers(byte[] bytes) {
        String yaml = new String(bytes, StandardCharsets.UTF_8);
        check(yaml, false);
        if (!yaml.contains(BEGINNING)) { // the fuzzer sees compared strings and generates them
            check(REFERENCE.matcher(yaml).replaceAll(LITERAL), true);
        }
    }

    private static void check(String yaml, boolean literals) {
        try {
            BrokerSettings config = Samples.read(yaml);
            assertThat(config.providers()).isNotEmpty();
            assertHidesKeys(config.toString(), yaml, literals);
        } catch (ConfigException e) {
            String message = String.valueOf(e.getMessage());
            assertThat(message.split("\n", -1))
                    .hasSizeBetween(1, MOST_PROBLEMS)
                    .allMatch(line -> PROBLEM.matcher(line).matches());
            assertThat(e).hasNoCause();
            assertHidesKeys(message, yaml, literals);
        }
    }

    /** Text of the file itself may be shown if it does not look like a key. */
    private static void assertHidesKeys(String shown, String yaml, boolean literals) {
        for (String value : Samples.ENVIRONMENT.values()) {
            String key = value.strip();
            if (!key.isEmpty() && !yaml.contains(key)) {
                assertThat(shown).doesNotContain(key);
            }
        }
        if (literals && shown.contains(BEGINNING)) {
            throw new AssertionError("shows more than the beginning of a key: " + shown);
        }
    }
}
