/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.system.MindPlugin;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a game has on its path that depends on {@code triune-core} alone. */
class CoreAloneTest {
    private static final List<String> PARTS =
            List.of("talk", "memory", "habits", "testkit", "tape", "redis");
    private static final Pattern DEPENDENCY = Pattern.compile(
            "<groupId>dev\\.triune</groupId>\\s*<artifactId>([a-z-]+)</artifactId>(?!\\s*<scope>test)");

    /** Returns the packages of a module's main classes. */
    private static SortedSet<String> packagesWith(Class<?> member)
            throws IOException, URISyntaxException {
        Path classes = Path.of(
                member.getProtectionDomain().getCodeSource().getLocation().toURI());
        SortedSet<String> packages = new TreeSet<>();
        try (Stream<Path> files = Files.walk(classes.resolve("dev/triune"))) {
            files.filter(file -> file.toString().endsWith(".class"))
                    .forEach(file -> packages.add(
                            classes.relativize(file).getParent().toString().replace('/', '.')));
        }
        return packages;
    }

    @Test
    void pathHasNoClassOfAPart() throws IOException, URISyntaxException {
        SortedSet<String> packages = packagesWith(MindPlugin.class);
        assertThat(packages).contains("dev.triune", "dev.triune.system");
        for (String part : PARTS) {
            assertThat(packages)
                    .as(part)
                    .noneMatch(name -> name.equals("dev.triune." + part)
                            || name.startsWith("dev.triune." + part + "."));
        }
    }

    @Test
    void coreDependsOnTheBrokerAlone() throws IOException {
        assertThat(dependencies("pom.xml")).containsExactly("triune-llm");
        assertThat(dependencies("../llm/broker/pom.xml")).isEmpty();
    }

    @Test
    void partsDependOnCoreAloneExceptForSmallTalkWhichIsOptional() throws IOException {
        for (String part : List.of("talk", "memory", "testkit")) {
            assertThat(dependencies(part + "/pom.xml")).as(part).containsExactly("triune-core");
        }
        assertThat(dependencies("habits/pom.xml")).containsExactly("triune-core", "triune-talk");
        assertThat(Files.readString(Path.of("habits/pom.xml")))
                .containsPattern(
                        "<artifactId>triune-talk</artifactId>\\s*<optional>true</optional>");
    }

    private static SortedSet<String> dependencies(String pom) throws IOException {
        String text = Files.readString(Path.of(pom));
        int begin = text.indexOf("<dependencies>");
        SortedSet<String> found = new TreeSet<>();
        Matcher matcher =
                DEPENDENCY.matcher(text.substring(begin, text.indexOf("</dependencies>")));
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }
}
