/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The page of the minds' rules names tests that are there. Those of the village and of the broker
 * are not on the class path of this module, so that the sources are looked at.
 */
class DocumentedRulesTest {
    private static final Path PAGE = Path.of("../docs/minds-rules.md");
    private static final List<Path> SOURCES = List.of(
            Path.of("src/test/java/dev/triune"),
            Path.of("../demo/src/test/java/dev/triune"),
            Path.of("../llm/broker/src/test/java/dev/triune"));
    private static final Pattern ROW = Pattern.compile("\\| [A-Z].*[^ ] \\| (?<shown>.*) \\|");
    private static final Pattern SHOWN =
            Pattern.compile("`(?<type>[\\w.]+)#(?<method>\\w+)`(, (?=`)|$)");

    @Test
    void everyTestThatThePageNamesIsThere() throws Exception {
        List<String> missing = new ArrayList<>();
        int found = 0;
        for (String row : rows()) {
            Matcher named = SHOWN.matcher(row);
            while (named.find()) {
                found++;
                if (!isTest(named.group("type"), named.group("method"))) {
                    missing.add(named.group());
                }
            }
        }

        assertThat(missing).isEmpty();
        assertThat(found).as("tests that were read from the page").isGreaterThan(150);
    }

    @Test
    void everyRuleIsShownByATest() throws Exception {
        assertThat(rows()).allSatisfy(shown -> {
            assertThat(shown).isNotBlank();
            assertThat(SHOWN.matcher(shown).replaceAll(""))
                    .as("what is no test")
                    .isEmpty();
        });
    }

    @Test
    void whatIsNoTestIsFound() throws Exception {
        assertThat(isTest("DocumentedRulesTest", "whatIsNoTestIsFound")).isTrue();
        assertThat(isTest("schedule.GrantTest", "theGrantGoesBackUnusedIfTheAgentNoLongerNeedsIt"))
                .as("one of many cases")
                .isTrue();
        assertThat(isTest("village.sim.NoModelTest", "starvationBeatsBedtime"))
                .as("one of the village")
                .isTrue();
        assertThat(isTest("DocumentedRulesTest", "rows")).as("no test").isFalse();
        assertThat(isTest("DocumentedRulesTest", "missing")).as("no method").isFalse();
        assertThat(isTest("MissingTest", "rows")).as("no class").isFalse();
    }

    /** The second column of each row. */
    private static List<String> rows() throws IOException {
        List<String> rows = new ArrayList<>();
        for (String line : Files.readAllLines(PAGE)) {
            boolean heading = line.startsWith("| rule |") || line.startsWith("| --- |");
            if (line.startsWith("|") && !heading) {
                Matcher row = ROW.matcher(line);
                assertThat(row.matches()).as("a row of two columns: %s", line).isTrue();
                rows.add(row.group("shown"));
            }
        }
        return rows;
    }

    /** Whether a method of that name is annotated as a test, with nothing but annotations between. */
    private static boolean isTest(String type, String name) throws IOException {
        Pattern test = Pattern.compile(
                "(?s)@(Test|ParameterizedTest)\\b((?!\\bvoid\\b).)*+\\bvoid " + name + "\\(");
        for (Path sources : SOURCES) {
            Path file = sources.resolve(type.replace('.', '/') + ".java");
            if (Files.exists(file) && test.matcher(Files.readString(file)).find()) {
                return true;
            }
        }
        return false;
    }
}
