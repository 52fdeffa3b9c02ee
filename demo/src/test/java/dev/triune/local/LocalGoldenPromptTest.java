/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import static org.mockito.Mockito.mock;

import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionCatalog.AnswerForm;
import dev.triune.llm.Message;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.ModelCall;
import dev.triune.prompt.AgentSnapshot;
import dev.triune.prompt.PromptBuilder;
import dev.triune.prompt.Surroundings;
import dev.triune.testsupport.GoldenFile;
import dev.triune.village.action.ActionPreconditions;
import dev.triune.village.mind.VillageActions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a model in the process receives, character by character, for each builder: the messages, and
 * the grammar of its answers. To write the files in {@code src/test/resources/prompts} anew after a
 * wanted change, run this test with {@code -Dgolden.update=true}, and read the difference.
 */
class LocalGoldenPromptTest {
    private static final Path FILES = Path.of("src", "test", "resources", "prompts");
    private static final ActionCatalog VILLAGE = VillageActions.catalog(new ActionPreconditions());

    static Stream<Arguments> builders() {
        return Stream.of(
                Arguments.of("talker", PromptBuilder.talker(VILLAGE), AnswerForm.TALK),
                Arguments.of("executor", PromptBuilder.executor(VILLAGE), AnswerForm.PLAN),
                Arguments.of(
                        "executor-that-speaks",
                        PromptBuilder.executor(VILLAGE, AnswerForm.SPOKEN_PLAN),
                        AnswerForm.SPOKEN_PLAN),
                Arguments.of("autonomic", PromptBuilder.autonomic(VILLAGE), AnswerForm.PLAN));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("builders")
    void requestMatchesTheGoldenFile(String name, PromptBuilder builder, AnswerForm form)
            throws IOException {
        RecordingEngine engine = new RecordingEngine();
        ModelCall call = new ModelCall(
                "a-model",
                builder.build(moment()),
                AnswerFormat.PLAN,
                512,
                0.7,
                VILLAGE.schema(form));
        new LocalWriter(engine, LocalSettings.DEFAULT)
                .write(new LocalProvider.LocalCall(call, mock(AnswerSink.class)));
        GoldenFile.check(
                FILES.resolve(name + ".local.txt"), engine.received.toString().replace("\r", ""));
    }

    private static AgentSnapshot moment() {
        return AgentSnapshot.of("Ada", "A builder, stubborn and cheerful.")
                .memory("the feast is tomorrow", "Oren")
                .surroundings(new Surroundings(
                        "It is noon.", List.of("Bo", "Cy"), List.of("wood in sight: 3"), List.of()))
                .heard("Bo", "Hello!")
                .build();
    }

    /** Writes down what a model is given, and answers nothing. */
    private static final class RecordingEngine implements LocalEngine {
        private final StringBuilder received = new StringBuilder();

        @Override
        public String join(List<Message> messages) {
            for (Message message : messages) {
                received.append("=== ").append(message.role()).append('\n').append(message.text());
            }
            return received.toString();
        }

        @Override
        public int[] tokens(String text) {
            return new int[1];
        }

        @Override
        public boolean generate(Generation what, BooleanSupplier wanted, Consumer<String> pieces) {
            received.append("=== at most ")
                    .append(what.maxTokens())
                    .append(" tokens, temperature ")
                    .append(what.temperature())
                    .append(", grammar\n")
                    .append(what.grammar());
            return true;
        }

        @Override
        public void close() {}
    }
}
