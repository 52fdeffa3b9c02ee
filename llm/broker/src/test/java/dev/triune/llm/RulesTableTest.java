/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** The page of the broker's rules names tests that are there. */
class RulesTableTest {
    private static final Path PAGE = Path.of("../../docs/broker-rules.md");
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
        assertThat(found).as("tests that were read from the page").isGreaterThan(100);
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
    void whatIsNoTestIsFound() {
        assertThat(isTest("RulesTableTest", "whatIsNoTestIsFound")).isTrue();
        assertThat(isTest("RulesTableTest", "rows")).as("no test").isFalse();
        assertThat(isTest("RulesTableTest", "missing")).as("no method").isFalse();
        assertThat(isTest("MissingTest", "rows")).as("no class").isFalse();
    }

    /** The second column of each row. */
    private static List<String> rows() throws Exception {
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

    private static boolean isTest(String type, String name) {
        try {
            return Arrays.stream(Class.forName("dev.triune.llm." + type).getDeclaredMethods())
                    .anyMatch(method -> method.getName().equals(name) && isTest(method));
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private static boolean isTest(Method method) {
        return method.isAnnotationPresent(Test.class)
                || method.isAnnotationPresent(ParameterizedTest.class);
    }
}
