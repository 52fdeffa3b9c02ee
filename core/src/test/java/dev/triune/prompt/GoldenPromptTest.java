/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.ActionCatalog.AnswerForm;
import dev.triune.llm.Message;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.internal.policy.TokenEstimator;
import dev.triune.llm.internal.protocol.Dialect;
import dev.triune.llm.internal.protocol.ModelRequest;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.ServerSettings;
import dev.triune.llm.provider.ServerSettings.StructuredOutput;
import dev.triune.prompt.AgentSnapshot.PlanState;
import dev.triune.prompt.AgentSnapshot.PlannedStep;
import dev.triune.prompt.AgentSnapshot.Vitals;
import dev.triune.testsupport.GoldenFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What models receive, character by character, for each builder and each way in which a family of
 * language models is asked for JSON. To write the files in {@code src/test/resources/prompts} anew
 * after a wanted change, run this test with {@code -Dgolden.update=true}, and read the difference.
 */
class GoldenPromptTest {
    private static final Path FILES = Path.of("src", "test", "resources", "prompts");
    private static final JsonMapper JSON = new JsonMapper();

    private static final List<String> INTERNAL = List.of(
            ("agent agents autonomic behavior behaviors broker catalog component components cooldown"
                            + " cooldowns critical entity entities executor executors json_schema layer"
                            + " layers needs npc override overrides persona plugin precondition prompt"
                            + " prompts provider queue queued reflex reflexes request requests routine"
                            + " runner runners schema senses serial talker talkers tick ticket"
                            + " tickets ticks token tokens urgency watchdog")
                    .split(" "));

    @SuppressWarnings("ImmutableEnumChecker") // dialects are records
    private enum Family {
        OPENAI_SCHEMA(ApiFamily.OPENAI, "api.openai.com", StructuredOutput.SCHEMA),
        OPENAI_JSON(ApiFamily.OPENAI, "api.groq.com", StructuredOutput.JSON),
        OPENAI_TEXT(ApiFamily.OPENAI, "localhost", StructuredOutput.NONE),
        ANTHROPIC(ApiFamily.ANTHROPIC, "api.anthropic.com", StructuredOutput.SCHEMA),
        OLLAMA(ApiFamily.OLLAMA, "localhost", StructuredOutput.SCHEMA);

        final ApiFamily api;
        final Dialect dialect;

        Family(ApiFamily api, String host, StructuredOutput how) {
            this.api = api;
            this.dialect = Dialect.forHost(host, ServerSettings.DEFAULT).with(how);
        }
    }

    private static Stream<Arguments> builders() {
        return Stream.of(
                Arguments.of("talker", PromptBuilder.talker(Snapshots.VILLAGE), AnswerForm.TALK),
                Arguments.of(
                        "executor", PromptBuilder.executor(Snapshots.VILLAGE), AnswerForm.PLAN),
                Arguments.of(
                        "executor-that-speaks",
                        PromptBuilder.executor(Snapshots.VILLAGE, AnswerForm.SPOKEN_PLAN),
                        AnswerForm.SPOKEN_PLAN),
                Arguments.of(
                        "autonomic", PromptBuilder.autonomic(Snapshots.VILLAGE), AnswerForm.PLAN));
    }

    static Stream<Arguments> requests() {
        return Stream.of(Family.values())
                .flatMap(family -> builders()
                        .map(Arguments::get)
                        .map(each -> Arguments.of(each[0], each[1], each[2], family)));
    }

    @ParameterizedTest(name = "{0}, {3}")
    @MethodSource("requests")
    void requestMatchesTheGoldenFile(
            String name, PromptBuilder builder, AnswerForm form, Family family) throws IOException {
        Prompt prompt = builder.build(moment());
        ModelCall call = new ModelCall(
                "a-model", prompt, AnswerFormat.PLAN, 512, 0.7, Snapshots.VILLAGE.schema(form));
        String label = family.name().toLowerCase(Locale.ROOT).replace('_', '-');
        GoldenFile.check(FILES.resolve(name + "." + label + ".txt"), text(prompt, call, family));
    }

    /** The estimates by which a change of prompts is judged. */
    @Test
    void promptsHaveTheStatedNumberOfTokens() {
        assertThat(builders()
                        .map(each -> each.get()[0] + " " + tokens((PromptBuilder) each.get()[1])))
                .containsExactly(
                        "talker 676", "executor 730", "executor-that-speaks 756", "autonomic 566");
    }

    private static long tokens(PromptBuilder builder) {
        return new TokenEstimator().promptOf(builder.build(moment()).length());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("goldenFiles")
    void promptsContainNoInternalTerms(Path file) throws IOException {
        String all = Files.readString(file);
        String text = all.substring(0, all.indexOf("=== BODY"));
        assertThat(words(text, "[A-Za-z]+"))
                .as("terms of this library")
                .doesNotContainAnyElementsOf(INTERNAL);
        assertThat(words(text, "[A-Za-z]+_\\w+"))
                .as("names, of which only the actions of the game are allowed")
                .isSubsetOf("go_to", "plan_build", "call_meeting");
        assertThat(words(all, "[A-Z][a-z]+[A-Z]\\w*|dev\\.triune\\S*"))
                .as("names of classes")
                .isEmpty();
    }

    static Stream<Path> goldenFiles() throws IOException {
        try (Stream<Path> files = Files.list(FILES)) {
            return files.sorted().toList().stream();
        }
    }

    private static Stream<String> words(String text, String pattern) {
        return Pattern.compile("\\b(" + pattern + ")")
                .matcher(text)
                .results()
                .map(word -> word.group().toLowerCase(Locale.ROOT));
    }

    private static AgentSnapshot moment() {
        return Snapshots.ada()
                .vitals(new Vitals(0.29f, 0.8f, 0.995f, 1, 0))
                .memory("I was cold at night", "")
                .memory("the feast is tomorrow", "Oren")
                .plan(new PlanState(
                        "gather wood 5",
                        List.of(
                                new PlannedStep("gather wood 5", true),
                                new PlannedStep("deposit", false)),
                        List.of("cook 2"),
                        "finding food",
                        false))
                .surroundings(new Surroundings(
                        "It is noon.",
                        List.of("Bo", "Cy"),
                        List.of("wood in sight: 3"),
                        List.of("a well takes wood 2")))
                .heard("Bo", "Hello!")
                .troubles(List.of("gather(target=gold): target is none of wood|stone|berries"))
                .build();
    }

    /** The body of the request, with the messages behind it as they are read. */
    private static String text(Prompt prompt, ModelCall call, Family family) {
        byte[] bytes = new ModelRequest(family.api, call, family.dialect).bytes();
        ObjectNode body = (ObjectNode) JSON.readTree(new String(bytes, StandardCharsets.UTF_8));
        StringBuilder text = new StringBuilder();
        for (Message message : prompt.messages()) {
            text.append("=== ").append(message.role()).append('\n').append(message.text());
        }
        String json = JSON.writerWithDefaultPrettyPrinter().writeValueAsString(withoutTexts(body));
        return text.append("=== BODY\n").append(json).append('\n').toString().replace("\r", "");
    }

    private static JsonNode withoutTexts(ObjectNode body) {
        body.remove("messages");
        body.remove("system");
        return body;
    }
}
