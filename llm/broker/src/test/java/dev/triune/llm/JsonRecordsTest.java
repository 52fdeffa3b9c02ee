/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Record files: written records can be read back, and errors name their line. */
class JsonRecordsTest {
    private static final JsonRecords RECORDS = new JsonRecords("tales", 2);
    private static final String HEAD = "{\"format\": \"tales\", \"version\": 2, \"records\": [\n";

    @TempDir
    private Path folder;

    @Test
    void writesEachRecordOnItsOwnLine() {
        String text = RECORDS.write(List.of(Map.of("name", "a \"b\""), Map.of("age", 3L)));

        assertThat(text).isEqualTo(HEAD + "{\"name\":\"a \\\"b\\\"\"},\n{\"age\":3}\n]}\n");
        assertThat(RECORDS.write(List.of())).isEqualTo(HEAD + "]}\n");
    }

    @Test
    void doesNotWriteAFileThatCouldNotBeLoaded() throws IOException {
        Path file = folder.resolve("tales.json");
        RECORDS.save(file, List.of(Map.of("name", "a")));
        List<Map<String, Object>> many = List.of(Map.of("name", "a".repeat(JsonRecords.MAX_BYTES)));
        assertThatIOException()
                .isThrownBy(() -> RECORDS.save(file, many))
                .withMessageContaining("(expected 16777216 at most; keep fewer records)");
        assertThat(RECORDS.load(file)).hasSize(1);
    }

    @Test
    void readsBackWrittenRecordsWithLineNumbers() {
        Map<String, Object> first = new TreeMap<>();
        first.put("count", Long.MAX_VALUE);
        first.put("inner", Map.of("deep", List.of(1L, 2.5, "x", true)));
        first.put("share", 0.5);
        List<Map<String, Object>> records = List.of(first, Map.of("done", false));

        assertThat(RECORDS.parse("tales.json", RECORDS.write(records)))
                .containsExactly(
                        new JsonRecords.Entry(2, first),
                        new JsonRecords.Entry(3, Map.of("done", false)));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void leavesNoPartOfAFileOnAFullDisk() throws IOException {
        Path part = folder.resolve("tales.json.part");
        Files.createSymbolicLink(part, Path.of("/dev/full"));

        assertThatIOException()
                .isThrownBy(() -> RECORDS.save(folder.resolve("tales.json"), List.of()));
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void keepsTheOrderOfKeys() {
        List<JsonRecords.Entry> entries =
                RECORDS.parse("tales.json", HEAD + "{\"z\":1,\"a\":2,\"m\":3}\n]}");

        assertThat(entries.get(0).values().keySet()).containsExactly("z", "a", "m");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"a\":null}                | 2: null where a value belongs (leave the key out)",
                "{\"a\":[1,{\"b\":null}]}    | 2: null where a value belongs (leave the key out)",
                "{\"a\":99999999999999999999} | 2: not JSON: Numeric value"
                        + " (99999999999999999999) out of range of `long`",
                "3                           | 2: expected a record in braces",
                "{\"a\":1}]}x                | 2: not JSON: Unrecognized token 'x'",
                "{\"a\":1,\"a\":2}           | 2: not JSON: Duplicate Object property \"a\"",
                "{\"a\":                     | 3: not JSON: Unexpected character (']'"
            })
    void invalidRecordIsReportedWithItsLine(String record, String problem) {
        assertThatThrownBy(() -> RECORDS.parse("tales.json", HEAD + record + "\n]}"))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("tales.json, line " + problem);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "{\"format\": \"tales\", \"ver",
                HEAD,
                HEAD + "{\"a\": [1, {\"b\": \"two",
                HEAD + "{\"a\": 1},\n",
            })
    void fileCutOffIsReportedWithTheLineOfItsEnd(String text) {
        assertThatThrownBy(() -> RECORDS.parse("tales.json", text))
                .isInstanceOf(ConfigException.class)
                .hasMessage("tales.json, line "
                        + (int) (1 + text.chars().filter(each -> each == '\n').count())
                        + ": the file ends in the middle (write or copy it again)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"format\": \"songs\", \"version\": 2} | 1: the format is \"songs\" (expected"
                        + " \"tales\")",
                "{\"format\": \"tales\", \"version\": 3} | 1: version 3 of tales (supported: version"
                        + " 2); use the newer Triune that wrote it",
                "{\"format\": \"tales\", \"version\": 1} | 1: version 1 of tales (supported: version"
                        + " 2); write it again",
                "{\"format\": 7}      | 1: expected \"tales\"",
                "{\"version\": \"2\"} | 1: expected a whole number",
                "{\"records\": {}}    | 1: expected a list of records",
                "{\"author\": \"me\"} | 1: \"author\" is not known (expected format, version,"
                        + " records)",
                "[]                   | 1: expected {\"format\": ...",
                "{} {}                | 1: expected the end of the file"
            })
    void rejectsOtherFormatsAndVersionsWithAdvice(String text, String problem) {
        assertThatThrownBy(() -> RECORDS.parse("tales.json", text))
                .isInstanceOf(ConfigException.class)
                .hasMessage("tales.json, line " + problem);
    }

    @Test
    void saveReplacesTheFileAndLeavesNoOtherFiles() throws IOException {
        Path file = folder.resolve("tales.json");
        RECORDS.save(file, List.of(Map.of("name", "old")));
        RECORDS.save(file, List.of(Map.of("name", "new")));

        assertThat(RECORDS.load(file))
                .containsExactly(new JsonRecords.Entry(2, Map.of("name", "new")));
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void saveToADirectoryFailsAndLeavesNoOtherFiles() throws IOException {
        Path directory = Files.createDirectory(folder.resolve("tales.json"));

        assertThatThrownBy(() -> RECORDS.save(directory, List.of()))
                .isInstanceOf(IOException.class)
                .hasMessage(directory.toRealPath() + ": is a directory");
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(directory);
        }
        assertThat(directory).isDirectory();
    }

    @Test
    void saveThroughASymbolicLinkKeepsTheLink() throws IOException {
        Path file = folder.resolve("tales.json");
        RECORDS.save(file, List.of());
        Path link = Files.createSymbolicLink(folder.resolve("link.json"), file);
        RECORDS.save(link, List.of(Map.of("name", "new")));

        assertThat(link).isSymbolicLink();
        assertThat(RECORDS.load(file))
                .containsExactly(new JsonRecords.Entry(2, Map.of("name", "new")));
    }

    @Test
    void unreadableFileIsNamedInTheError() throws IOException {
        Path none = folder.resolve("none.json");
        Path latin = folder.resolve("latin.json");
        Path large = folder.resolve("large.json");
        Files.write(latin, "\u00e4".getBytes(StandardCharsets.ISO_8859_1));
        Files.write(large, new byte[JsonRecords.MAX_BYTES + 1]);

        assertThatThrownBy(() -> RECORDS.load(none))
                .isInstanceOf(ConfigException.class)
                .hasMessage(none + ": there is no such file (expected tales)");
        assertThatThrownBy(() -> RECORDS.load(latin))
                .hasMessage(latin + ": not UTF-8 (expected a text file in UTF-8)");
        assertThatThrownBy(() -> RECORDS.load(large))
                .hasMessage(large + ": more than 16 MB (expected tales of a few hundred KB)");
        assertThatThrownBy(() -> RECORDS.load(folder))
                .hasMessageStartingWith(folder + ": cannot be read (");
    }
}
