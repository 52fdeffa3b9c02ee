/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.session;

import dev.triune.llm.Broker;
import dev.triune.llm.CancelToken;
import dev.triune.llm.Request;
import dev.triune.llm.Update;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** One request on its way through the broker to its end. Broker's thread only. */
final class Passage {
    private static final Logger LOG = System.getLogger(Passage.class.getName());
    private static final Duration ENDPOINTS_WAIT = Duration.ofMinutes(1);

    private final GameRequest request;
    private final AnswerListener listener;
    private final CancelToken token;
    private final InstantSource clock;
    private final Runnable over;
    private boolean begun;

    /**
     * A request that is about to begin.
     *
     * @param over run once, right before the listener is told of the end
     */
    Passage(
            GameRequest request,
            AnswerListener listener,
            CancelToken token,
            InstantSource clock,
            Runnable over) {
        this.request = request;
        this.listener = listener;
        this.token = token;
        this.clock = clock;
        this.over = over;
    }

    /** Hands it to the broker. */
    void begin(Broker broker) {
        try {
            Request<String> asked = request.toRequest().cancelToken(token).build();
            broker.submit(asked, update -> told(broker, asked, update));
        } catch (RuntimeException e) {
            over.run();
            listener.ended(End.refused(notTaken(e)));
        }
    }

    private void told(Broker broker, Request<String> asked, Update<String> update) {
        if (update instanceof Update.Part<String> part) {
            begun = true;
            listener.text(part.value());
        } else if (update instanceof Update.Ended<String> ended) {
            over.run();
            End end = End.of(ended.outcome(), ended.telemetry(), cooldown(broker, asked));
            listener.ended(begun ? end.afterPieces() : end);
        }
    }

    /** None where an endpoint of the caller's own was let go meanwhile. */
    private Optional<Cooldown> cooldown(Broker broker, Request<String> asked) {
        try {
            return Optional.of(Cooldown.of(broker.cooldown(asked), clock.millis()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The broker refuses endpoints that it may not open, and says so for people. */
    private static Problem notTaken(RuntimeException why) {
        String message = String.valueOf(why.getMessage());
        if (!(why instanceof IllegalArgumentException)) {
            LOG.log(Level.ERROR, "a request could not be submitted", why);
            return Problem.of(ErrorCode.INTERNAL, "a fault of the gateway");
        }
        if (message.contains("are in use")) {
            return Problem.passing(ErrorCode.QUEUE_FULL, message, ENDPOINTS_WAIT);
        }
        boolean forbidden = message.contains("not allowed") || message.contains("opens no");
        return Problem.of(forbidden ? ErrorCode.FORBIDDEN : ErrorCode.BAD_REQUEST, message);
    }
}
