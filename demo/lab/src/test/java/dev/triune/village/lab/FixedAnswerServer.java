/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import java.io.IOException;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import tools.jackson.databind.json.JsonMapper;

/** A model server that answers everything with the same text, in OpenAI's protocol. */
final class FixedAnswerServer implements AutoCloseable {
    private final MockWebServer server = new MockWebServer();

    FixedAnswerServer(String text) throws IOException {
        String piece = JsonMapper.shared().writeValueAsString(text);
        server.setDispatcher(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                return new MockResponse.Builder()
                        .addHeader("Content-Type", "text/event-stream")
                        .body("data: {\"choices\":[{\"delta\":{\"content\":" + piece + "}}]}\n\n"
                                + "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}],"
                                + "\"usage\":{\"prompt_tokens\":50,\"completion_tokens\":20}}\n\n"
                                + "data: [DONE]\n\n")
                        .build();
            }
        });
        server.start();
    }

    /** The value for {@code --llm}. */
    String url() {
        return "http://127.0.0.1:" + server.getPort() + "/v1";
    }

    @Override
    public void close() {
        server.close();
    }
}
