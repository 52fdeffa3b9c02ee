/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Outcome;
import dev.triune.llm.Update;
import dev.triune.llm.Update.Telemetry;
import dev.triune.llm.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Records the updates of one request as text. */
public final class Recorder implements Consumer<Update<String>> {
    public final List<String> heard = new ArrayList<>();
    final List<Outcome> outcomes = new ArrayList<>();
    final List<Telemetry> measured = new ArrayList<>();

    /** Runs after each recorded update; may throw. */
    Consumer<Update<String>> then = update -> {};

    @Override
    public void accept(Update<String> update) {
        heard.add(describe(update));
        if (update instanceof Update.Ended<String> ended) {
            outcomes.add(ended.outcome());
            measured.add(ended.telemetry());
        }
        then.accept(update);
    }

    /** The only outcome, without its usage if that is estimated. */
    Outcome outcome() {
        Outcome outcome = outcomeWithEstimate();
        return outcome.usage().estimated() ? outcome.withUsage(Usage.NONE) : outcome;
    }

    /** The only outcome. */
    Outcome outcomeWithEstimate() {
        assertThat(outcomes).as("outcomes after %s", heard).hasSize(1);
        return outcomes.get(0);
    }

    /** The only telemetry. */
    Telemetry telemetry() {
        assertThat(measured).as("telemetry after %s", heard).hasSize(1);
        return measured.get(0);
    }

    public boolean over() {
        return !outcomes.isEmpty();
    }

    private static String describe(Update<String> update) {
        if (update instanceof Update.Started<String> started) {
            return "started " + started.provider() + "/" + started.model();
        }
        if (update instanceof Update.Part<String> part) {
            return "part " + part.value();
        }
        return update instanceof Update.Ended<String> ended
                ? "ended " + ended.outcome().kind()
                : "?";
    }
}
