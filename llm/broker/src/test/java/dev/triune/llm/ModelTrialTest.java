/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.provider.HttpProvider;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.Test;

/** What a trial finds out about a model. */
final class ModelTrialTest {

    private String trial(Function<String, MockResponse> model, boolean image) throws Exception {
        return trial(model, image, Ticker.system());
    }

    private String trial(Function<String, MockResponse> model, boolean image, Ticker ticker)
            throws Exception {
        List<String> lines = new ArrayList<>();
        try (MockWebServer server = new MockWebServer()) {
            server.setDispatcher(new Dispatcher() {
                @Override
                public MockResponse dispatch(RecordedRequest request) {
                    return model.apply(
                            request.getBody() == null ? "" : request.getBody().utf8());
                }
            });
            server.start();
            BrokerBuilder builder = new BrokerBuilder()
                    .provider(
                            ProviderSettings.of("local", "m"),
                            HttpProvider.openAi(server.url("/v1").toString()).build());
            try (Broker broker = builder.build()) {
                new ModelTrial(broker, "m", ticker, lines::add).run(image);
            }
        }
        return String.join("\n", lines).replaceAll("after \\d+ ms", "after … ms");
    }

    private static MockResponse answer(String message) {
        return new MockResponse.Builder()
                .addHeader("Content-Type", "application/json")
                .body("{\"choices\":[{\"message\":{" + message + "},\"finish_reason\":\"stop\"}]}")
                .build();
    }

    private static MockResponse reply(String body) {
        if (body.contains("json_schema")) {
            return new MockResponse.Builder()
                    .code(400)
                    .body("{\"error\":{\"message\":\"response_format json_schema is unknown\"}}")
                    .build();
        }
        if (body.contains("mood")) {
            return answer("\"content\":\"{\\\"mood\\\":\\\"warm\\\"}\"");
        }
        if (body.contains("\"tools\"") && !body.contains("\"tool_call_id\"")) {
            return answer("\"content\":null,\"tool_calls\":[{\"id\":\"c1\",\"type\":\"function\","
                    + "\"function\":{\"name\":\"look\",\"arguments\":\"{}\"}}]");
        }
        return answer("\"content\":\"1 2 3 4 \"");
    }

    @Test
    void printsWhatWorksWhatWasAdaptedAndWhatToSet() throws Exception {
        String printed = trial(ModelTrialTest::reply, true);

        assertThat(printed.lines().map(String::strip))
                .startsWith("plain          works  first text after … ms")
                .contains(
                        "schema         works  first text after … ms; after 2 calls, in another"
                                + " form or at another provider",
                        "tool result    works  first text after … ms",
                        "image          works  first text after … ms")
                .endsWith("Write at the provider local:", "structured: json");
    }

    @Test
    void printsWhatASchemaCosts() throws Exception {
        AtomicLong seconds = new AtomicLong();
        String printed = trial(
                body -> body.contains("a wolf")
                        ? story(body.contains("json_schema") ? 128 : 256)
                        : reply(body.replace("json_schema", "")),
                false,
                () -> seconds.getAndIncrement() * 1_000_000_000L);

        assertThat(printed.lines().map(String::strip))
                .contains(
                        "long           works  first text after … ms; 256 tokens a second",
                        "long, schema   works  first text after … ms; 128 tokens a second; 2.00"
                                + " times as long a token as without");

        String unknown = trial(body -> body.contains("a wolf") ? story(256) : reply(body), false);
        assertThat(unknown).contains("long, schema").doesNotContain("times as long");
    }

    private static MockResponse story(int tokens) {
        return new MockResponse.Builder()
                .addHeader("Content-Type", "application/json")
                .body("{\"choices\":[{\"message\":{\"content\":\"{\\\"mood\\\":\\\"Once\\\"}\"},"
                        + "\"finish_reason\":\"length\"}],\"usage\":{\"prompt_tokens\":9,"
                        + "\"completion_tokens\":" + tokens + "}}")
                .build();
    }

    @Test
    void imageIsARedSquare() throws Exception {
        List<String> images = new CopyOnWriteArrayList<>();
        trial(
                body -> {
                    Matcher image =
                            Pattern.compile("data:image/png;base64,([^\"]+)").matcher(body);
                    if (image.find()) {
                        images.add(image.group(1));
                    }
                    return reply(body);
                },
                true);

        assertThat(images).hasSize(1);
        byte[] png = Base64.getDecoder().decode(images.get(0));
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(png));
        assertThat(image.getWidth()).isEqualTo(image.getHeight()).isEqualTo(32);
        assertThat(image.getRGB(16, 16)).isEqualTo(0xFFFF0000);
    }

    @Test
    void modelThatDoesNotAnswerIsAskedNothingElse() throws Exception {
        String printed = trial(
                body -> new MockResponse.Builder()
                        .code(404)
                        .body("{\"error\":\"no model m\"}")
                        .build(),
                false);

        assertThat(printed).contains("plain          fails  model_unavailable: ");
        assertThat(printed.lines()).hasSize(1);
    }
}
