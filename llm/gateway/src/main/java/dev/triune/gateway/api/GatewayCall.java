/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.CooldownNotice;
import dev.triune.gateway.http.ErrorCode;
import dev.triune.gateway.http.Problem;
import dev.triune.llm.Broker;
import dev.triune.llm.CancelToken;
import dev.triune.llm.EndpointRejectedException;
import dev.triune.llm.Request;
import dev.triune.llm.Update;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** One request on its way through the broker to its end. Broker's thread only. */
final class GatewayCall {
    private static final Logger LOG = System.getLogger(GatewayCall.class.getName());
    private static final Duration ENDPOINTS_WAIT = Duration.ofMinutes(1);

    private final GameRequest request;
    private final AnswerListener listener;
    private final CancelToken token;
    private final InstantSource clock;
    private final Runnable onEnd;
    private boolean partial;

    /**
     * A request that is about to begin.
     *
     * @param over run once, right before the listener is told of the end
     */
    GatewayCall(
            GameRequest request,
            AnswerListener listener,
            CancelToken token,
            InstantSource clock,
            Runnable over) {
        this.request = request;
        this.listener = listener;
        this.token = token;
        this.clock = clock;
        this.onEnd = over;
    }

    /** Hands it to the broker. */
    void submit(Broker broker) {
        try {
            Request<String> asked = request.toBrokerRequest().cancelToken(token).build();
            broker.submit(asked, update -> onUpdate(broker, asked, update));
        } catch (RuntimeException e) {
            onEnd.run();
            listener.onEnd(GameResult.refused(toProblem(e)));
        }
    }

    private void onUpdate(Broker broker, Request<String> asked, Update<String> update) {
        if (update instanceof Update.Part<String> part) {
            partial = true;
            listener.onText(part.value());
        } else if (update instanceof Update.Ended<String> ended) {
            onEnd.run();
            GameResult gameResult =
                    GameResult.of(ended.outcome(), ended.telemetry(), cooldown(broker, asked));
            listener.onEnd(partial ? gameResult.asPartial() : gameResult);
        }
    }

    /** None where an endpoint of the caller's own was let go meanwhile. */
    private Optional<CooldownNotice> cooldown(Broker broker, Request<String> asked) {
        try {
            return Optional.of(CooldownNotice.of(broker.cooldown(asked), clock.millis()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Problem toProblem(RuntimeException why) {
        String message = String.valueOf(why.getMessage());
        if (why instanceof EndpointRejectedException rejected) {
            return switch (rejected.reason()) {
                case NOT_ALLOWED, NOT_SUPPORTED -> Problem.of(ErrorCode.FORBIDDEN, message);
                case TOO_MANY -> Problem.retryable(ErrorCode.QUEUE_FULL, message, ENDPOINTS_WAIT);
            };
        }
        if (why instanceof IllegalArgumentException) {
            return Problem.of(ErrorCode.BAD_REQUEST, message);
        }
        LOG.log(Level.ERROR, "a request could not be submitted", why);
        return Problem.of(ErrorCode.INTERNAL, "a fault of the gateway");
    }
}
