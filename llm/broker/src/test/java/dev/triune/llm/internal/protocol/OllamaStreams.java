/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static dev.triune.llm.internal.protocol.StreamFixture.json;
import static dev.triune.llm.internal.protocol.StreamFixture.tokens;

import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.ApiFamily;
import java.util.List;

/** Answers of Ollama: one JSON object a line, the figures in the last. */
final class OllamaStreams {
    private static final ApiFamily OLLAMA = ApiFamily.OLLAMA;
    private static final String HEAD =
            "{'model':'llama3.2','created_at':'2026-01-01T12:00:00.123456789Z',";
    private static final String DURATIONS =
            ",'total_duration':4883583458,'load_duration':1334875,'prompt_eval_duration':342546000";

    private OllamaStreams() {}

    static List<StreamFixture> all() {
        return List.of(
                StreamFixture.whole(
                        "Ollama: a stream",
                        OLLAMA,
                        text("Hö") + text("lzer\\n") + done("stop", 26, 282),
                        "Hölzer\n",
                        tokens(26, 282)),
                StreamFixture.whole(
                        "Ollama: thinking before the answer",
                        OLLAMA,
                        line("{'role':'assistant','content':'','thinking':'Hm, '}")
                                + line("{'role':'assistant','content':'','thinking':'wood'}")
                                + text("Holz")
                                + done("stop", 26, 90),
                        "Holz",
                        tokens(26, 90)),
                StreamFixture.whole(
                                "Ollama: stopped by the limit, text in the last line",
                                OLLAMA,
                                text("Ho")
                                        + json(HEAD
                                                + "'message':{'role':'assistant','content':'lz'},"
                                                + "'done_reason':'length','done':true" + DURATIONS
                                                + ",'prompt_eval_count':11,'eval_count':2}\n"),
                                "Holz",
                                tokens(11, 2))
                        .finished(FinishReason.LENGTH),
                StreamFixture.whole(
                        "Ollama: an old one counts no prompt that was cached whole",
                        OLLAMA,
                        text("Holz")
                                + json(HEAD + "'message':{'role':'assistant','content':''},"
                                        + "'done':true" + DURATIONS + ",'eval_count':7}\n"),
                        "Holz",
                        tokens(0, 7)),
                StreamFixture.whole(
                        "Ollama: one piece, which ends without a line end",
                        OLLAMA,
                        json(HEAD + "'message':{'role':'assistant','content':'Holz'},"
                                + "'done_reason':'stop','done':true" + DURATIONS
                                + ",'prompt_eval_count':26,'eval_count':2}"),
                        "Holz",
                        tokens(26, 2)),
                StreamFixture.whole(
                                "Ollama: a model that was loaded and asked nothing",
                                OLLAMA,
                                json(HEAD
                                        + "'message':{'role':'assistant','content':''},'done_reason':"
                                        + "'load','done':true}\n"),
                                "",
                                Usage.NONE)
                        .finished(FinishReason.EMPTY),
                StreamFixture.whole(
                        "Ollama: a proxy with CR LF, blank lines and a byte order mark",
                        OLLAMA,
                        "\uFEFF"
                                + (text("Ho") + "\n" + text("lz") + done("stop", 1, 2))
                                        .replace("\n", "\r\n"),
                        "Holz",
                        tokens(1, 2)),
                StreamFixture.cut(
                        "Ollama: the stream ends between lines",
                        OLLAMA,
                        text("Ho") + text("lz"),
                        "Holz"),
                StreamFixture.cut(
                        "Ollama: the stream ends within a line",
                        OLLAMA,
                        text("Ho") + json(HEAD + "'message':{"),
                        "Ho"),
                StreamFixture.error(
                        "Ollama: an error in mid-stream",
                        OLLAMA,
                        text("Ho")
                                + json("{'error':'an error was encountered while running the "
                                        + "model: CUDA error'}\n"),
                        "Ho",
                        json("{'error':'an error was encountered while running the model: "
                                + "CUDA error'}")),
                StreamFixture.error(
                        "Ollama: an error before anything, with its status in the body",
                        OLLAMA,
                        json("{'error':'model runner has unexpectedly stopped','status_code':500}"),
                        "",
                        json("{'error':'model runner has unexpectedly stopped',"
                                + "'status_code':500}")),
                StreamFixture.unreadable(
                        "Ollama: a proxy that answers in words",
                        OLLAMA,
                        text("Ho") + "upstream timed out\n",
                        "Ho",
                        "an event is not JSON"));
    }

    private static String line(String message) {
        return json(HEAD + "'message':" + message + ",'done':false}\n");
    }

    private static String text(String piece) {
        return line("{'role':'assistant','content':'" + piece + "'}");
    }

    private static String done(String reason, int prompt, int answer) {
        return json(HEAD + "'message':{'role':'assistant','content':''},'done_reason':'" + reason
                + "','done':true" + DURATIONS + ",'prompt_eval_count':" + prompt
                + ",'eval_count':" + answer + ",'eval_duration':4535599000}\n");
    }
}
