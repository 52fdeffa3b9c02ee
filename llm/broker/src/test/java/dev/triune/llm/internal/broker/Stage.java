/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.BrokerListener;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.Priority;
import dev.triune.llm.Prompt;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Request;
import dev.triune.llm.Request.PromptSource;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import dev.triune.llm.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;

/** A broker on virtual time, with the fake providers of a test, on the thread of the test. */
public final class Stage {
    /** Kept in a field so that its level stays: scripted exceptions must not fill the output. */
    private static final Logger QUIET = Logger.getLogger("dev.triune.llm.internal.broker");

    static {
        QUIET.setLevel(Level.OFF);
    }

    public final VirtualTime time = new VirtualTime();
    public final FakeProvider first = new FakeProvider();
    final FakeProvider second = new FakeProvider();
    public final Broker broker;

    private Stage(
            Consumer<BrokerBuilder> how,
            boolean two,
            ProviderSettings settings,
            BrokerListener... listeners) {
        BrokerBuilder builder =
                new BrokerBuilder().ticker(time).callTimeout(Duration.ofSeconds(60));
        builder.provider(two ? settings.withFallback("second") : settings, first);
        if (two) {
            builder.provider(
                    ProviderSettings.of("second", "model-2").withFallback("first"), second);
        }
        for (BrokerListener listener : listeners) {
            builder.listener(listener);
        }
        how.accept(builder);
        this.broker = builder.build();
    }

    private Stage(Consumer<BrokerBuilder> how, BrokerListener... listeners) {
        BrokerBuilder builder = new BrokerBuilder().ticker(time);
        for (BrokerListener listener : listeners) {
            builder.listener(listener);
        }
        how.accept(builder);
        this.broker = builder.build();
    }

    /** A broker with the test's own providers; {@link #first} and {@link #second} are unused. */
    static Stage of(Consumer<BrokerBuilder> how, BrokerListener... listeners) {
        return new Stage(how, listeners);
    }

    /** One provider with one permit. */
    public static Stage ofOne(BrokerListener... listeners) {
        return new Stage(builder -> {}, false, settings(), listeners);
    }

    /** One provider with these settings. */
    public static Stage ofOne(
            ProviderSettings settings, Consumer<BrokerBuilder> how, BrokerListener... listeners) {
        return new Stage(how, false, settings, listeners);
    }

    /** Two providers with one permit each; either falls back to the other. */
    static Stage ofTwo(BrokerListener... listeners) {
        return new Stage(builder -> {}, true, settings(), listeners);
    }

    /** Two providers, the first with these settings; either falls back to the other. */
    static Stage ofTwo(
            ProviderSettings settings, Consumer<BrokerBuilder> how, BrokerListener... listeners) {
        return new Stage(how, true, settings, listeners);
    }

    /** The first provider with one permit. */
    public static ProviderSettings settings() {
        return ProviderSettings.of("first", "model-1");
    }

    public Ticket submit(String question, Consumer<? super Update<String>> updates) {
        return broker.submit(request(question), updates);
    }

    public Recorder submit(String question) {
        return submit(question, Priority.MEDIUM);
    }

    Recorder submit(String question, Priority priority) {
        Recorder recorder = new Recorder();
        broker.submit(
                Request.text("model-1")
                        .priority(priority)
                        .prompt(() -> Prompt.of(question))
                        .build(),
                recorder);
        return recorder;
    }

    Recorder submit(PromptSource source) {
        Recorder recorder = new Recorder();
        broker.submit(Request.text("model-1").promptSource(source).build(), recorder);
        return recorder;
    }

    Recorder submit(Request.Builder<String> request) {
        Recorder recorder = new Recorder();
        broker.submit(request.build(), recorder);
        return recorder;
    }

    public static Request<String> request(String question) {
        return asking(question).build();
    }

    /** A request for the first provider's model that the test can extend. */
    static Request.Builder<String> asking(String question) {
        return asking("model-1", question);
    }

    static Request.Builder<String> asking(String model, String question) {
        return Request.text(model).prompt(() -> Prompt.of(question));
    }

    /** Acquires a permit of the first provider and holds it. */
    public FakeProvider.Call holdThePermit() {
        submit("holds the permit", Priority.CRITICAL);
        settle();
        return first.last();
    }

    /** Acquires that many permits of the first provider and holds them. */
    List<FakeProvider.Call> holdThePermits(int count) {
        for (int i = 0; i < count; i++) {
            submit("holds a permit", Priority.CRITICAL);
        }
        settle();
        return List.copyOf(first.calls);
    }

    BrokerStats.ProviderStats stats(String provider) {
        return broker.stats().providers().stream()
                .filter(stats -> stats.name().equals(provider))
                .findFirst()
                .orElseThrow();
    }

    /** Runs the broker until it has no more work to do now. */
    public void settle() {
        int turns = 0;
        while (broker.doWork() > 0) {
            if (++turns > 10_000) {
                throw new AssertionError("the broker never runs out of work");
            }
        }
    }

    /** Settles, moves the clock, settles. */
    void advance(Duration duration) {
        settle();
        time.advance(duration);
        settle();
    }

    void advanceSeconds(int seconds) {
        advance(Duration.ofSeconds(seconds));
    }

    public int permitsTaken() {
        return broker.stats().providers().stream()
                .mapToInt(provider -> provider.inFlight())
                .sum();
    }

    /** The questions of all calls, in order. */
    static List<String> questions(FakeProvider provider) {
        List<String> questions = new ArrayList<>();
        for (FakeProvider.Call call : provider.calls) {
            questions.add(call.question());
        }
        return questions;
    }
}
