/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.background;

import dev.triune.internal.budget.BudgetMeter;
import dev.triune.llm.Broker;
import dev.triune.llm.Message;
import dev.triune.llm.Outcome;
import dev.triune.llm.Priority;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/** Makes short calls of the lowest priority, a few at a time. Game thread only. */
public final class BackgroundCalls {
    private static final int MAX_PENDING = 4;
    private static final int MAX_ANSWER_LENGTH = 1_000;

    private final Broker broker;
    private final BudgetMeter budget;
    private final String tenant;
    private final String model;
    private final String layer;
    private final int maxTokens;
    private final Set<Ticket> pending = new HashSet<>();

    /**
     * Creates calls of a model, the default one if empty; the layer is a name for statistics.
     *
     * @param tenant who pays; may be empty
     */
    public BackgroundCalls(
            Broker broker, String tenant, String model, String layer, int maxTokens) {
        this.broker = broker;
        this.budget = BudgetMeter.of(broker);
        this.tenant = tenant;
        this.model = model;
        this.layer = layer;
        this.maxTokens = maxTokens;
    }

    /** Whether no further call can be made now: a few are pending, or the budget has nothing free. */
    public boolean isFull() {
        return pending.size() >= MAX_PENDING || !budget.affordsBackground();
    }

    /**
     * Makes a call and passes on its answer, empty if there is none; returns false if it cannot
     * call now.
     */
    public boolean request(String rules, String text, Consumer<String> onAnswer) {
        if (isFull()) {
            return false;
        }
        Prompt prompt = Prompt.of(Message.system(rules), Message.user(text));
        Request<String> request = Request.text(model)
                .tenant(tenant)
                .layer(layer)
                .priority(Priority.of(Priority.MIN))
                .maxTokens(maxTokens)
                .prompt(() -> prompt)
                .build();
        StringBuilder answer = new StringBuilder();
        try {
            pending.add(broker.submit(request, update -> receive(update, answer, onAnswer)));
            return true;
        } catch (IllegalStateException e) {
            return false; // the broker is closed
        }
    }

    /** Cancels all calls, whose answers are not passed on. */
    public void cancelAll() {
        pending.forEach(broker::cancel);
        pending.clear();
    }

    private void receive(Update<String> update, StringBuilder answer, Consumer<String> onAnswer) {
        if (update instanceof Update.Part<String> part && answer.length() < MAX_ANSWER_LENGTH) {
            answer.append(part.value());
        } else if (update instanceof Update.Ended<String> end) {
            if (!pending.remove(end.ticket())) {
                return; // cancelled: the world is gone
            }
            boolean answered = end.outcome().kind() == Outcome.Kind.ANSWERED;
            onAnswer.accept(answered ? answer.toString() : "");
        }
    }
}
