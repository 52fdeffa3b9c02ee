/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.fixture.Samples;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The messages on the page of symptoms are those of the sources. A message is a line in a block of
 * {@code text}; what stands for a value there, {@value #GAP}, parts it into pieces. Each piece must
 * be in a string of the same source file, where strings that are joined by {@code +} count as one.
 */
class DocumentedSymptomsTest {
    private static final String GAP = "…";
    private static final Path PAGE = Path.of("../docs/troubleshooting.md");
    private static final Pattern BLOCK = Pattern.compile("(?s)```text\n(.*?)```");
    private static final Pattern JOIN = Pattern.compile("\\s*\\+\\s*");

    /** Comments and characters are read as well, for the quotation marks in them. */
    private static final Pattern TOKEN = Pattern.compile("//[^\n]*|(?s:/\\*.*?\\*/)"
            + "|'(?:[^'\\\\]|\\\\[^']+|\\\\')'"
            + "|\"\"\"(?<block>(?s:.*?))\"\"\""
            + "|\"(?<line>(?:[^\"\\\\\n]++|\\\\.)*+)\"");

    /** Shorter pieces occur in too many files to identify a message. */
    private static final int SHORTEST = 8;

    /** Messages of other programs, and the program that writes each. */
    private static final Map<String, String> THIRD_PARTY = Map.ofEntries(
            Map.entry("Failed to inject … into …: … not registered with world.", "Artemis-odb"),
            Map.entry("…: missing public constructor", "Artemis-odb"),
            Map.entry(
                    "Plugin of type class dev.triune.system.MindPlugin registered twice. Only once"
                            + " allowed.",
                    "Artemis-odb"),
            Map.entry("Could not find dev.triune:triune-core:0.1.0-SNAPSHOT.", "Gradle"),
            Map.entry("Could not find artifact dev.triune:triune-core:jar:0.1.0-SNAPSHOT", "Maven"),
            Map.entry(
                    "… has been compiled by a more recent version of the Java Runtime (class file"
                            + " version 61.0), this version of the Java Runtime only recognizes"
                            + " class file versions up to …",
                    "the JVM"),
            Map.entry("class file has wrong version 61.0, should be …", "javac"),
            Map.entry("… are not supported in -source …", "javac"),
            Map.entry("java.lang.NoClassDefFoundError: okhttp3/…", "the JVM"),
            Map.entry("java.lang.NoSuchMethodError: 'okhttp3.…'", "the JVM"),
            Map.entry("java.lang.NoClassDefFoundError: kotlin/…", "the JVM"),
            Map.entry(
                    "java.lang.NoClassDefFoundError: com/fasterxml/jackson/annotation/…",
                    "the JVM"),
            Map.entry(
                    "java.lang.AbstractMethodError: Receiver class …FieldResolver does not define or"
                            + " inherit an implementation of the resolved method … resolve(…)",
                    "the JVM"),
            Map.entry("Couldn't load shared library '…' for target: …", "libGDX"));

    private static Map<Path, List<String>> sources = Map.of();

    @BeforeAll
    static void readTheSources() throws IOException {
        Map<Path, List<String>> read = new TreeMap<>();
        for (Path module : Samples.modules()) {
            Path main = module.resolve("src/main/java");
            if (!Files.isDirectory(main)) {
                continue; // the BOM
            }
            try (Stream<Path> files = Files.walk(main)) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .forEach(file -> read.put(file, stringsOf(file)));
            }
        }
        sources = read;
    }

    @Test
    void everyMessageOnThePageOccursInTheSources() throws IOException {
        List<String> ours = new ArrayList<>(messages());
        ours.removeAll(THIRD_PARTY.keySet());

        assertThat(ours).as("messages that were read").hasSizeGreaterThan(15);
        assertThat(ours)
                .allSatisfy(message -> assertThat(writers(message))
                        .as("sources that write: %s", message)
                        .isNotEmpty());
    }

    @Test
    void thirdPartyMessagesAreOnThePageButNotInTheSources() throws IOException {
        assertThat(messages()).containsAll(THIRD_PARTY.keySet());
        assertThat(THIRD_PARTY.keySet())
                .allSatisfy(message -> assertThat(writers(message)).as(message).isEmpty());
    }

    @Test
    void everyMessageIsUniqueAndDistinctive() throws IOException {
        assertThat(messages())
                .doesNotHaveDuplicates()
                .allSatisfy(message -> assertThat(pieces(message))
                        .as(message)
                        .anyMatch(piece -> piece.length() >= SHORTEST));
    }

    @Test
    void explainsEveryFailureCodeAndRejectReason() throws IOException {
        String page = Files.readString(PAGE);

        assertThat(FailureCode.values())
                .allSatisfy(code -> assertThat(page)
                        .containsPattern("(?m)^\\| `" + code + "` \\| .+ \\| .+ \\|$"));
        assertThat(Outcome.RejectReason.values())
                .allSatisfy(reason -> assertThat(page).contains("`" + reason + "`"));
    }

    @Test
    void findsMessagesMissingFromTheSources() {
        assertThat(writers("entity … has a Mind but no Needs: it is no agent (add Needs)."))
                .as("one string over two lines")
                .containsExactly(
                        Path.of(
                                "../core/src/main/java/dev/triune/internal/schedule/AgentSetupSystem.java"));
        assertThat(writers("entity … has a Mind but no Sense")).isEmpty();
        assertThat(writers("has a Mind but no Needs … offline provider without a clock"))
                .as("pieces of two files")
                .isEmpty();
        assertThat(writers("Who came without needs since the last tick"))
                .as("a comment")
                .isEmpty();
    }

    @Test
    void readsStringLiteralsLikeTheCompiler() {
        assertThat(
                        strings(
                                "a('\"'); // \"no\"\nb(\"one \" + 1\n + \" two\"\n + \" 3\", \"\\\"4\\\"\");"))
                .containsExactly("one ", " two 3", "\"4\"");
        assertThat(strings("/* \"no\" */ '\\'' + \"yes\" + \"\"\"\n text \"\"\""))
                .hasSize(1);
    }

    // ---- the page

    private static List<String> messages() throws IOException {
        return BLOCK.matcher(Files.readString(PAGE))
                .results()
                .flatMap(block -> block.group(1).lines())
                .toList();
    }

    /** What is the same in each such message: words, and what stands between them. */
    private static List<String> pieces(String message) {
        return Arrays.stream(message.split(GAP))
                .map(piece -> piece.replaceFirst("^[:;,.\\s]+", "").strip())
                .filter(piece -> piece.chars().anyMatch(Character::isLetter))
                .toList();
    }

    // ---- the sources

    /** The files in which all pieces of a message are. */
    private static List<Path> writers(String message) {
        List<String> pieces = pieces(message);
        return sources.entrySet().stream()
                .filter(source -> pieces.stream()
                        .allMatch(piece -> source.getValue().stream()
                                .anyMatch(string -> string.contains(piece))))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static List<String> stringsOf(Path file) {
        try {
            return strings(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> strings(String source) {
        List<String> strings = new ArrayList<>();
        int end = -1;
        Matcher token = TOKEN.matcher(source);
        while (token.find()) {
            String block = token.group("block");
            String text = block == null ? token.group("line") : block;
            if (text == null) {
                continue;
            }
            String string = text.replace("\\\"", "\"");
            boolean joined = end >= 0
                    && JOIN.matcher(source.substring(end, token.start())).matches();
            if (joined) {
                string = strings.remove(strings.size() - 1) + string;
            }
            strings.add(string);
            end = token.end();
        }
        return strings;
    }
}
