/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import java.util.List;
import java.util.stream.Stream;

/** The answers of all servers: whole, cut off and erroneous. */
public final class StreamCorpus {
    private StreamCorpus() {}

    /** All of them, under names of their own. */
    public static List<StreamFixture> all() {
        return Stream.of(
                        OpenAiStreams.all(),
                        GroqStreams.all(),
                        CerebrasStreams.all(),
                        OpenRouterStreams.all(),
                        LlamaCppStreams.all(),
                        VllmStreams.all(),
                        LmStudioStreams.all(),
                        GeminiStreams.all(),
                        MistralStreams.all(),
                        DeepSeekStreams.all(),
                        XaiStreams.all(),
                        PerplexityStreams.all(),
                        AnthropicStreams.all(),
                        OllamaStreams.all(),
                        MockStreams.all(),
                        FramingStreams.all(),
                        FinishStreams.all(),
                        OddFiguresStreams.all())
                .flatMap(List::stream)
                .toList();
    }

    static Stream<StreamFixture> whole() {
        return all().stream().filter(StreamFixture::isWhole);
    }
}
