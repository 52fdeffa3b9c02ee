/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import dev.triune.llm.Message;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Splits lessons into tokens with the library that runs the model later, so that both agree. */
public final class LessonTokens implements AutoCloseable {
    private final LlamaEngine engine;

    /** Loads a model, of which only the vocabulary matters. */
    public LessonTokens(Path model) throws IOException {
        LocalSettings settings = LocalSettings.DEFAULT.withContext(256).withSlots(1);
        engine = LlamaEngine.load(model, GgufReader.read(model), settings);
    }

    /** Splits a prompt, up to the start of its answer. */
    public int[] prompt(List<Message> messages) {
        return engine.tokens(engine.join(messages));
    }

    /** Splits an answer. */
    public int[] answer(String text) {
        return engine.tokens(text);
    }

    @Override
    public void close() {
        engine.close();
    }
}
