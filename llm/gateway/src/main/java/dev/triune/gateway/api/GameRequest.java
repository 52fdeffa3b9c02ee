/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.llm.AnswerSchema;
import dev.triune.llm.Endpoint;
import dev.triune.llm.Priority;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import java.time.Duration;
import java.util.Optional;

/**
 * One request as a client sent it, checked. Immutable.
 *
 * @param game the game, empty if it names none
 * @param agent who asks, empty if it names nobody
 * @param prompt the messages
 * @param model the model's name, empty for the default model
 * @param maxTokens the most tokens of the answer, 1 or more
 * @param temperature 0 to 2
 * @param priority how urgent it is
 * @param cost credits that it takes in a batch, 1 or more
 * @param usefulFor how long an answer may still begin
 * @param json whether the model is to be held to JSON
 * @param schema and to which
 * @param cancelToken what cancels it by name, empty if nothing does
 * @param endpoint a model of the caller's own
 * @param whole whether the answer may come in one piece, since nobody sees it before its end
 */
public record GameRequest(
        String game,
        String agent,
        Prompt prompt,
        String model,
        int maxTokens,
        double temperature,
        Priority priority,
        int cost,
        Optional<Duration> usefulFor,
        boolean json,
        Optional<AnswerSchema> schema,
        String cancelToken,
        Optional<Endpoint> endpoint,
        boolean whole) {
    /** One whose answer is passed on as it comes. */
    public GameRequest(
            String session,
            String agent,
            Prompt prompt,
            String model,
            int maxTokens,
            double temperature,
            Priority priority,
            int cost,
            Optional<Duration> usefulFor,
            boolean json,
            Optional<AnswerSchema> schema,
            String cancelToken,
            Optional<Endpoint> endpoint) {
        this(
                session,
                agent,
                prompt,
                model,
                maxTokens,
                temperature,
                priority,
                cost,
                usefulFor,
                json,
                schema,
                cancelToken,
                endpoint,
                false);
    }

    /** A plain question of a session, with the usual settings. */
    public static GameRequest of(String session, Prompt prompt) {
        return new GameRequest(
                session,
                "",
                prompt,
                "",
                Request.DEFAULT_MAX_TOKENS,
                Request.DEFAULT_TEMPERATURE,
                Priority.MEDIUM,
                1,
                Optional.empty(),
                false,
                Optional.empty(),
                "",
                Optional.empty());
    }

    /** The same for somebody who waits for the end of the answer. */
    public GameRequest asWhole() {
        return new GameRequest(
                game,
                agent,
                prompt,
                model,
                maxTokens,
                temperature,
                priority,
                cost,
                usefulFor,
                json,
                schema,
                cancelToken,
                endpoint,
                true);
    }

    /** The same as the broker takes it. */
    Request.Builder<String> toBrokerRequest() {
        Request.Builder<String> builder = json ? Request.json(model) : Request.text(model);
        builder.tenant(game)
                .agent(agent)
                .priority(priority)
                .maxTokens(maxTokens)
                .temperature(temperature)
                .cost(cost)
                .nonStreaming(whole)
                .prompt(() -> prompt);
        usefulFor.ifPresent(builder::usefulFor);
        schema.ifPresent(builder::schema);
        endpoint.ifPresent(builder::endpoint);
        return builder;
    }
}
