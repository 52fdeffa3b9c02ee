/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.errors.AnthropicException;
import com.anthropic.errors.AnthropicServiceException;
import com.anthropic.helpers.MessageAccumulator;
import com.anthropic.models.messages.Message;
import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.RawMessageStreamEvent;
import com.anthropic.models.messages.Tool;
import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.JsonValue;
import com.openai.errors.OpenAIException;
import com.openai.errors.OpenAIServiceException;
import com.openai.helpers.ChatCompletionAccumulator;
import com.openai.helpers.ResponseAccumulator;
import com.openai.models.FunctionDefinition;
import com.openai.models.FunctionParameters;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionStreamOptions;
import com.openai.models.responses.FunctionTool;
import com.openai.models.responses.Response;
import com.openai.models.responses.ResponseCreateParams;
import com.openai.models.responses.ResponseStreamEvent;
import dev.triune.gateway.completion.SdkMatrix.Mode;
import java.util.List;
import java.util.Map;

/** The official SDKs for Java, as a game would use them, without retries. */
final class JavaSdks {
    /** All of them. */
    static final List<SdkClient> ALL =
            List.of(new OpenAiChat(), new OpenAiResponses(), new AnthropicMessages());

    private static final String MODEL = SdkClient.MODEL;

    private JavaSdks() {}

    private interface JavaSdk extends SdkClient {
        /** Calls a server and returns a description of the answer. */
        String answer(String url, Mode mode);

        @Override
        default String call(String url, Mode mode) {
            try {
                return answer(url, mode);
            } catch (OpenAIServiceException e) {
                return thrown(e) + " " + e.statusCode() + " " + e.code().orElse("");
            } catch (AnthropicServiceException e) {
                return thrown(e) + " " + e.statusCode() + " "
                        + e.type().map(Object::toString).orElse("");
            } catch (OpenAIException | AnthropicException e) {
                return thrown(e);
            }
        }

        private static String thrown(RuntimeException e) {
            return "`" + e.getClass().getSimpleName() + "`";
        }
    }

    private static OpenAIClient openAi(String url) {
        return OpenAIOkHttpClient.builder()
                .baseUrl(url + "v1")
                .apiKey("none")
                .maxRetries(0)
                .build();
    }

    /** {@code client.chat().completions()}. */
    private record OpenAiChat() implements JavaSdk {
        @Override
        public String name() {
            return "openai-java `chat`";
        }

        @Override
        public SdkWire protocol() {
            return SdkWire.CHAT;
        }

        @Override
        public SdkWire upstream() {
            return SdkWire.CHAT;
        }

        @Override
        public String answer(String url, Mode mode) {
            OpenAIClient client = openAi(url);
            try {
                ChatCompletionCreateParams.Builder asked = ChatCompletionCreateParams.builder()
                        .model(MODEL)
                        .addUserMessage("What now?");
                if (mode.hasTools()) {
                    asked.addFunctionTool(FunctionDefinition.builder()
                            .name("look")
                            .parameters(FunctionParameters.builder()
                                    .putAdditionalProperty("type", JsonValue.from("object"))
                                    .build())
                            .build());
                }
                return mode.isStreamed()
                        ? told(streamed(client, asked))
                        : told(client.chat().completions().create(asked.build()));
            } finally {
                client.close();
            }
        }

        private static ChatCompletion streamed(
                OpenAIClient client, ChatCompletionCreateParams.Builder asked) {
            ChatCompletionAccumulator whole = ChatCompletionAccumulator.create();
            asked.streamOptions(
                    ChatCompletionStreamOptions.builder().includeUsage(true).build());
            try (com.openai.core.http.StreamResponse<ChatCompletionChunk> stream =
                    client.chat().completions().createStreaming(asked.build())) {
                stream.stream().forEach(whole::accumulate);
            }
            return whole.chatCompletion();
        }

        private static String told(ChatCompletion answer) {
            var choice = answer.choices().get(0);
            StringBuilder text = new StringBuilder(choice.finishReason().toString());
            choice.message()
                    .content()
                    .filter(it -> !it.isEmpty())
                    .ifPresent(it -> text.append(", \"").append(it).append('"'));
            choice.message()
                    .toolCalls()
                    .ifPresent(calls -> calls.forEach(call -> text.append(", ")
                            .append(call.asFunction().function().name())
                            .append(call.asFunction().function().arguments())));
            answer.usage()
                    .ifPresent(usage -> text.append(", ")
                            .append(usage.promptTokens())
                            .append('+')
                            .append(usage.completionTokens()));
            return text.toString();
        }
    }

    /** {@code client.responses()}; the provider behind the gateway speaks chat completions. */
    private record OpenAiResponses() implements JavaSdk {
        @Override
        public String name() {
            return "`responses`";
        }

        @Override
        public SdkWire protocol() {
            return SdkWire.RESPONSES;
        }

        @Override
        public SdkWire upstream() {
            return SdkWire.CHAT;
        }

        @Override
        public String answer(String url, Mode mode) {
            OpenAIClient client = openAi(url);
            try {
                ResponseCreateParams.Builder asked =
                        ResponseCreateParams.builder().model(MODEL).input("What now?");
                if (mode.hasTools()) {
                    asked.addTool(FunctionTool.builder()
                            .name("look")
                            .strict(false)
                            .parameters(FunctionTool.Parameters.builder()
                                    .putAdditionalProperty("type", JsonValue.from("object"))
                                    .build())
                            .build());
                }
                return mode.isStreamed()
                        ? told(streamed(client, asked))
                        : told(client.responses().create(asked.build()));
            } finally {
                client.close();
            }
        }

        private static Response streamed(OpenAIClient client, ResponseCreateParams.Builder asked) {
            ResponseAccumulator whole = ResponseAccumulator.create();
            try (com.openai.core.http.StreamResponse<ResponseStreamEvent> stream =
                    client.responses().createStreaming(asked.build())) {
                stream.stream().forEach(whole::accumulate);
            }
            return whole.response();
        }

        private static String told(Response answer) {
            StringBuilder text =
                    new StringBuilder(answer.status().map(Object::toString).orElse("?"));
            answer.incompleteDetails()
                    .flatMap(Response.IncompleteDetails::reason)
                    .ifPresent(reason -> text.append(" (").append(reason).append(')'));
            answer.output().forEach(item -> {
                item.message()
                        .ifPresent(message -> message.content()
                                .forEach(part -> text.append(", \"")
                                        .append(part.asOutputText().text())
                                        .append('"')));
                item.functionCall()
                        .ifPresent(call ->
                                text.append(", ").append(call.name()).append(call.arguments()));
            });
            answer.usage()
                    .ifPresent(usage -> text.append(", ")
                            .append(usage.inputTokens())
                            .append('+')
                            .append(usage.outputTokens()));
            return text.toString();
        }
    }

    /** {@code client.messages()}. */
    private record AnthropicMessages() implements JavaSdk {
        @Override
        public String name() {
            return "anthropic-java";
        }

        @Override
        public SdkWire protocol() {
            return SdkWire.MESSAGES;
        }

        @Override
        public SdkWire upstream() {
            return SdkWire.MESSAGES;
        }

        @Override
        public String answer(String url, Mode mode) {
            AnthropicClient client = AnthropicOkHttpClient.builder()
                    .baseUrl(url.substring(0, url.length() - 1))
                    .apiKey("none")
                    .maxRetries(0)
                    .build();
            try {
                MessageCreateParams.Builder asked = MessageCreateParams.builder()
                        .model(MODEL)
                        .maxTokens(100)
                        .addUserMessage("What now?");
                if (mode.hasTools()) {
                    asked.addTool(Tool.builder()
                            .name("look")
                            .inputSchema(Tool.InputSchema.builder().build())
                            .build());
                }
                return mode.isStreamed()
                        ? told(streamed(client, asked))
                        : told(client.messages().create(asked.build()));
            } finally {
                client.close();
            }
        }

        private static Message streamed(AnthropicClient client, MessageCreateParams.Builder asked) {
            MessageAccumulator whole = MessageAccumulator.create();
            try (com.anthropic.core.http.StreamResponse<RawMessageStreamEvent> stream =
                    client.messages().createStreaming(asked.build())) {
                stream.stream().forEach(whole::accumulate);
            }
            return whole.message();
        }

        private static String told(Message answer) {
            StringBuilder text =
                    new StringBuilder(answer.stopReason().map(Object::toString).orElse("?"));
            answer.content().forEach(block -> {
                block.text()
                        .ifPresent(it -> text.append(", \"").append(it.text()).append('"'));
                block.toolUse()
                        .ifPresent(it -> text.append(", ")
                                .append(it.name())
                                .append(it._input().convert(Map.class)));
            });
            return text.append(", ")
                    .append(answer.usage().inputTokens())
                    .append('+')
                    .append(answer.usage().outputTokens())
                    .toString();
        }
    }
}
