/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import com.artemis.Aspect;
import dev.triune.MindKind;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Field;
import dev.triune.component.Mind;
import dev.triune.component.Player;
import dev.triune.fixture.LogLines;
import dev.triune.llm.ConfigException;
import dev.triune.llm.JsonRecords;
import dev.triune.testkit.MindTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each problem of an invalid or outdated file of habits is reported in one line; no habit is lost.
 */
class HabitFileTest {
    private static final ActionCatalog ACTIONS = ActionCatalog.builder()
            .action("gather", "collect", Field.oneOf("what", "wood", "stone"))
            .action("rest", "sit down")
            .build();

    private static final String REST = record("\"steps\":[{\"type\":\"rest\"}],\"learned\":1");

    @TempDir
    private Path folder;

    private static String record(String rest) {
        return "{\"kind\":\"default\",\"situation\":\"free\"," + rest + "}";
    }

    private Path file(String... records) throws IOException {
        return Files.writeString(
                folder.resolve("minds.json"),
                "{\"format\": \"triune habits\", \"version\": 1, \"records\": [\n"
                        + String.join(",\n", records) + "\n]}\n");
    }

    private static MindTest world(Habits habits) {
        return MindTest.world(ACTIONS).plugin(minds -> minds.with(habits));
    }

    /** Logged lines of what is done. */
    private static List<String> logOf(Runnable work) {
        try (LogLines lines = new LogLines("dev.triune.habits.internal.HabitStore")) {
            work.run();
            return lines.texts();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"learned\":1 | \"learned\":-1 | learned -1 is no whole number of 0 or more",
                "\"learned\":1 | \"plans\":\"two\" | plans two is no whole number of 0 or more",
                "\"learned\":1 | \"uses\":1,\"successes\":2 | 2 successes of 1 uses (expected no more)",
                "\"learned\":1 | \"recent\":\"++x\" | recent is no row of + and -, 10 at most (delete it)",
                "\"learned\":1 | \"useful\":true | \"useful\" is not known (delete it)",
                "\"learned\":1 | \"agent\":7 | agent 7 is no text (put it in quotes)",
                "\"free\" | \"\" | situation is missing",
                "\"free\" | 7 | situation 7 is no text (put it in quotes)",
                "\"type\" | \"tipe\" | a step without a type",
                "{\"type\":\"rest\"} | `` | steps is no list of 1 to 16 steps",
            })
    void reportsInvalidRecordWithItsLine(String was, String edited, String problem)
            throws IOException {
        Path file = file(REST, REST.replace(was, edited));

        assertThatThrownBy(() -> Habits.load(file))
                .isInstanceOf(ConfigException.class)
                .message()
                .contains("minds.json, line 3: " + problem)
                .hasLineCount(1);
    }

    @Test
    void numberInPlaceOfABusySituationIsOneProblem() throws IOException {
        Path file = file("{\"kind\":\"default\",\"situation\":7,\"steps\":[]}");

        assertThatThrownBy(() -> Habits.load(file)).message().hasLineCount(1);
    }

    @Test
    void allProblemsAreReportedTogether() throws IOException {
        Path file = file(record("\"steps\":[]"), REST, record("\"steps\":[]"), REST);

        assertThatThrownBy(() -> Habits.load(file))
                .message()
                .satisfies(text -> assertThat(
                                text.lines().map(line -> line.replaceAll(".*json, line ", "")))
                        .containsExactly(
                                "2: steps is no list of 1 to 16 steps",
                                "4: steps is no list of 1 to 16 steps",
                                "5: the same habit as in line 3 (delete one of them)"));
    }

    @Test
    void rejectsFilesThatAreNotHabitFiles() throws IOException {
        Path file = folder.resolve("minds.json");
        assertThatThrownBy(() -> Habits.load(file)).hasMessageContaining("there is no such file");
        file(REST, "{\"kind\" \"default\"}");
        assertThatThrownBy(() -> Habits.load(file))
                .hasMessageContaining("minds.json, line 3: not JSON:");
        file(REST, "7");
        assertThatThrownBy(() -> Habits.load(file))
                .hasMessageContaining("minds.json, line 3: expected a record in braces");
        file(REST.replace("1", "null"));
        assertThatThrownBy(() -> Habits.load(file))
                .hasMessageContaining("minds.json, line 2: null where");
        Files.writeString(file, "{\"format\": \"recipes\", \"version\": 1, \"records\": []}");
        assertThatThrownBy(() -> Habits.load(file))
                .hasMessageContaining(
                        "minds.json, line 1: the format is \"recipes\" (expected \"triune habits\")");
        Files.writeString(file, "{\"format\": \"triune habits\", \"version\": 2, \"records\": []}");
        assertThatThrownBy(() -> Habits.load(file))
                .hasMessageContaining("version 2 of triune habits (supported: version 1);"
                        + " use the newer Triune that wrote it");
        Files.write(file, new byte[JsonRecords.MAX_BYTES + 1]);
        assertThatThrownBy(() -> Habits.load(file))
                .hasMessageEndingWith(
                        "more than 16 MB (expected triune habits of a few hundred KB)");
    }

    @Test
    void rejectsFileFromAnotherCatalog() throws IOException {
        Path file = file(REST.replace("rest", "fly"), REST.replace("rest", "swim"));
        Habits habits = Habits.load(file);

        assertThatThrownBy(() -> world(habits).ticks(1))
                .isInstanceOf(ConfigException.class)
                .message()
                .endsWith(
                        "minds.json: none of 2 habits fits this game (use a file that was made with"
                                + " its actions): no action \"fly\" (line 2), no action \"swim\" (line 3)")
                .hasLineCount(1);
    }

    @Test
    void habitWithRemovedActionOrKindIsKeptButNotUsed() throws IOException {
        String fly = record("\"steps\":[{\"type\":\"fly\"}],\"learned\":2,\"plans\":0,\"uses\":0,"
                + "\"successes\":0,\"recent\":\"\"");
        String gold = record("\"steps\":[{\"type\":\"gather\",\"what\":\"gold\"}],\"learned\":2");
        String wolf = REST.replace("default", "wolf");
        String field = record("\"steps\":[{\"type\":\"rest\",\"where\":\"bed\"}],\"learned\":2");
        Path file = file(REST, fly, gold, wolf, field);
        Habits habits = Habits.load(file);

        List<String> lines = logOf(() -> world(habits).ticks(1));

        assertThat(lines)
                .singleElement(as(STRING))
                .endsWith("minds.json: 4 of 5 habits do not fit"
                        + " this game; they are kept but not used (delete their lines, or learn anew): no"
                        + " action \"fly\" (line 3), step gather gold does not fit the catalog: what is none"
                        + " of wood|stone (line 4), no kind of mind \"wolf\" (line 5), action rest has no"
                        + " field \"where\" (line 6)");
        assertThat(habits.all()).hasSize(5);
        habits.save(file);
        assertThat(Files.readString(file)).contains(fly);
    }

    @Test
    void manyHabitsWithRemovedActionsAreOneWarning() throws IOException {
        String[] records = IntStream.range(0, 63)
                .mapToObj(i -> REST.replace("free", "free; place " + i)
                        .replace("rest", List.of("rest", "fly", "swim").get(i % 3)))
                .toArray(String[]::new);
        Habits habits = Habits.load(file(records));

        List<String> lines = logOf(() -> world(habits).ticks(1));

        assertThat(lines)
                .singleElement(as(STRING))
                .endsWith("minds.json: 42 of 63 habits do not"
                        + " fit this game; they are kept but not used (delete their lines, or learn anew):"
                        + " no action \"fly\" (line 3 and 20 more), no action \"swim\" (line 4 and 20"
                        + " more)");
        assertThat(habits.all()).hasSize(63);
    }

    @Test
    void habitWrittenByHandNeedsOnlyASituationAndSteps() throws IOException {
        String byHand = record("\"steps\":[{\"type\":\"rest\"}]");
        String candidate = record("\"steps\":[{\"type\":\"rest\"}],\"plans\":1");

        assertThat(planOf(byHand)).containsExactly("rest");
        assertThat(planOf(candidate)).isEmpty();
    }

    private List<String> planOf(String record) throws IOException {
        MindTest sim = world(Habits.load(file(record)).exploration(0, 0));
        int mira = sim.agent("Mira");
        sim.ticks(3);
        return sim.queue(mira).stream().map(Object::toString).toList();
    }

    @Test
    void rejectsMoreHabitsThanTheLimit() throws IOException {
        Path file = file(REST, REST.replace("free", "idle"), REST.replace("free", "last step"));
        Habits habits = Habits.load(file).limit(2);

        assertThatThrownBy(() -> world(habits).ticks(1))
                .hasMessageContaining("minds.json, line 4: more than 2 habits of kind \"default\""
                        + " (raise Habits.limit, or delete lines)");
    }

    @Test
    void kindsInTheSameSituationHaveSeparateHabits() throws IOException {
        String wolf =
                record("\"steps\":[{\"type\":\"howl\"}],\"learned\":1").replace("default", "wolf");
        Habits habits = Habits.load(file(REST, wolf)).exploration(0, 0);
        ActionCatalog howling = ActionCatalog.builder().action("howl", "howl").build();
        MindTest sim = MindTest.world(ACTIONS)
                .plugin(minds -> minds.with(habits)
                        .kind(new MindKind("wolf", Aspect.all(Player.class), howling)));
        int mira = sim.agent("Mira");
        int greyfang = sim.agent("Greyfang");
        sim.world().getMapper(Player.class).create(greyfang);
        assertThat(sim.get(mira, Mind.class).usesModel).isFalse();
        sim.ticks(3);

        assertThat(sim.queue(mira)).extracting(Object::toString).containsExactly("rest");
        assertThat(sim.get(greyfang, dev.triune.component.BehaviorQueue.class).wholePlan())
                .extracting(step -> step.step.type())
                .containsExactly("howl");
    }

    @Test
    void rejectsSettingsOutOfRange() {
        Habits habits = Habits.learning();
        assertThatThrownBy(() -> habits.completions(0))
                .hasMessage("completions 0 (expected 1 to 10)");
        assertThatThrownBy(() -> habits.leastSuccess(0.9))
                .hasMessage("leastSuccess 0.9 (expected 0 to 0.5)");
        assertThatThrownBy(() -> habits.limit(0)).hasMessage("limit 0 (expected 1 to 100000)");
        assertThatThrownBy(() -> habits.repeats(0)).hasMessage("repeats 0 (expected 1 to 1000)");
        assertThatThrownBy(() -> habits.exploration(2, 0))
                .hasMessage("exploration 2.0 (expected 0 to 1)");
        assertThatThrownBy(() -> habits.exploration(0.1, 0.2))
                .hasMessage("least exploration 0.2 (expected 0 to 0.1)");
        assertThatThrownBy(() -> habits.pause(java.time.Duration.ofSeconds(-1)))
                .hasMessage("pause PT-1S (expected zero or more)");
        assertThatThrownBy(() -> habits.needBands(0.7, 0.3))
                .hasMessage("edge 0.3 of needBands (expected rising numbers above 0 and below 1)");
        assertThatThrownBy(() -> habits.callModel(1))
                .hasMessage("these Habits serve no world yet (build one with them)");
        world(habits).ticks(1);
        assertThatThrownBy(() -> habits.limit(5))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("these Habits serve a world already");
    }
}
