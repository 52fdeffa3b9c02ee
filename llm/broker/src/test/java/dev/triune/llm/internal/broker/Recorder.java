/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Outcome;
import dev.triune.llm.Telemetry;
import dev.triune.llm.Update;
import dev.triune.llm.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Takes the updates of one request and puts each in words. */
public final class Recorder implements Consumer<Update<String>> {
    public final List<String> heard = new ArrayList<>();
    final List<Outcome> outcomes = new ArrayList<>();
    final List<Telemetry> measured = new ArrayList<>();

    /** Runs at each update, after it was noted; may throw. */
    Consumer<Update<String>> then = update -> {};

    @Override
    public void accept(Update<String> update) {
        heard.add(inWords(update));
        if (update instanceof Update.Ended<String> ended) {
            outcomes.add(ended.outcome());
            measured.add(ended.telemetry());
        }
        then.accept(update);
    }

    /** The one outcome, without its tokens if they are estimated. */
    Outcome outcome() {
        Outcome outcome = outcomeWithEstimate();
        return outcome.usage().estimated() ? outcome.withUsage(Usage.NONE) : outcome;
    }

    /** The one outcome. */
    Outcome outcomeWithEstimate() {
        assertThat(outcomes).as("outcomes after %s", heard).hasSize(1);
        return outcomes.get(0);
    }

    /** What it took. */
    Telemetry telemetry() {
        assertThat(measured).as("measured after %s", heard).hasSize(1);
        return measured.get(0);
    }

    public boolean over() {
        return !outcomes.isEmpty();
    }

    private static String inWords(Update<String> update) {
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
