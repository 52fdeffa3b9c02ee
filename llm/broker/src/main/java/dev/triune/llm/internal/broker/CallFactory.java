/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.SharedLimits.CallBudget;
import dev.triune.llm.Ticker;
import dev.triune.llm.Usage;
import dev.triune.llm.internal.policy.QuotaAccount;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.ModelCall.Caller;
import java.util.Objects;
import java.util.Optional;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Renders the prompts of granted requests and turns them into calls. Owner only. */
final class CallFactory {
    private static final Logger LOG = Logger.getLogger(CallFactory.class.getName());

    private final Ticker ticker;
    private final RequestOrdering ordering;
    private final TokenEstimators estimates;
    private final AgentRequests agentRequests;
    private final TenantQuotas quotas;
    private final RequestQueues requestQueues;
    private final RequestRegistry registry;
    private final @Nullable CacheInterceptor cache;
    private final Failover failover;
    private final InFlightCalls inFlightCalls;

    CallFactory(
            Ticker ticker,
            RequestOrdering ordering,
            TokenEstimators estimates,
            AgentRequests agentRequests,
            TenantQuotas quotas,
            RequestQueues requestQueues,
            RequestRegistry registry,
            @Nullable CacheInterceptor cache,
            Failover failover,
            InFlightCalls inFlightCalls) {
        this.ticker = ticker;
        this.ordering = ordering;
        this.estimates = estimates;
        this.agentRequests = agentRequests;
        this.quotas = quotas;
        this.requestQueues = requestQueues;
        this.registry = registry;
        this.cache = cache;
        this.failover = failover;
        this.inFlightCalls = inFlightCalls;
    }

    /** Returns a call with its permit and reservations; null if none is to be made now. */
    <T> @Nullable InFlightCall<T> prepare(Assignment<T> assignment) {
        PendingRequest<T> pending = assignment.pending();
        Prompt prompt = registry.isOver(pending) ? null : render(pending);
        if (prompt == null) {
            return null;
        }
        if (agentRequests.isDeferred(pending)) {
            requestQueues.enqueueAt(pending, assignment.target());
            return null;
        }
        pending.rendering.promptLength = knownLength(prompt);
        ModelCall call = modelCall(assignment, prompt);
        if (cache != null && cache.answer(pending, call)) {
            return null;
        }
        Usage tokens = estimates.of(pending, assignment.target(), call.maxTokens());
        if (!admits(assignment, call, tokens)) {
            return null;
        }
        int granted = granted(assignment, call);
        if (granted == 0) {
            registry.end(pending, new Outcome.Cancelled(pending.calls.count == 0));
            return null;
        }
        pending.rendering.trimmed |= granted < pending.rendering.maxTokens;
        pending.rendering.maxTokens = granted;
        return inFlightCalls.begin(assignment, call.withMaxTokens(granted), tokens);
    }

    /** Returns the tokens of the answer that the budget of the request grants; 0 for no call. */
    private static int granted(Assignment<?> assignment, ModelCall call) {
        CallBudget budget = assignment.pending().request.budget().orElse(null);
        return budget == null
                ? call.maxTokens()
                : budget.reserve(
                        assignment.slot().name(),
                        call.model(),
                        PromptBound.tokens(call),
                        call.maxTokens());
    }

    /** Whether the target takes the rendered call now; if not, the request ends or moves. */
    private boolean admits(Assignment<?> assignment, ModelCall call, Usage tokens) {
        PendingRequest<?> pending = assignment.pending();
        if (!assignment.target().everFits(tokens)) {
            failover.handleTooLarge(pending);
            return false;
        }
        if (call.format() == AnswerFormat.EMBEDDINGS
                && !assignment.key().provider.hasEmbeddings()) {
            String message = assignment.slot().name() + " has no embeddings";
            registry.end(pending, new Outcome.Failed(FailureCode.BAD_REQUEST, message, false));
            return false;
        }
        boolean urgent = ordering.preempts(pending);
        if (!assignment.rateLimiter().fits(tokens, urgent, ticker.nanos())) {
            // the estimate before the rendering was too low: it keeps its place
            requestQueues.enqueueAt(pending, assignment.target());
            return false;
        }
        return true;
    }

    /** Renders the prompt; null if the request ended meanwhile, was withdrawn or failed. */
    private @Nullable Prompt render(PendingRequest<?> pending) {
        Optional<Prompt> prompt;
        try {
            prompt = Objects.requireNonNull(pending.request.prompt().render(), "prompt");
        } catch (RuntimeException e) {
            registry.end(pending, promptFailed(e));
            return null;
        } catch (Error e) { // rethrown, without losing the request
            registry.endLater(pending, promptFailed(e));
            throw e;
        }
        if (prompt.isEmpty()) {
            registry.end(pending, new Outcome.Cancelled(pending.calls.count == 0));
        }
        return registry.isOver(pending) ? null : prompt.orElse(null);
    }

    /** Returns the length of a prompt, 0 if it is still to be written by the thread of the call. */
    private static int knownLength(Prompt prompt) {
        return prompt.isWritten() ? Math.max(1, prompt.length()) : 0;
    }

    private static Outcome promptFailed(Throwable cause) {
        String message = "the prompt source threw " + cause.getClass().getName();
        return new Outcome.Failed(FailureCode.PROMPT_FAILED, message, false);
    }

    private ModelCall modelCall(Assignment<?> assignment, Prompt prompt) {
        PendingRequest<?> pending = assignment.pending();
        Request<?> request = pending.request;
        pending.rendering.maxTokens = request.maxTokens();
        pending.rendering.trimmed = false;
        QuotaAccount account = quotas.quotaOf(request.tenant());
        Prompt sent = account == null ? prompt : applyQuota(account, assignment, prompt);
        return new ModelCall(
                assignment.target().model(),
                sent,
                request.format(),
                pending.rendering.maxTokens,
                request.temperature(),
                request.options().orElse(assignment.slot().settings.options()),
                request.schema().orElse(null),
                new Caller(request.agent(), request.priority(), request.cost()),
                request.nonStreaming());
    }

    /** Trims the answer to the quota of its tenant; returns the prompt, which may state it. */
    private Prompt applyQuota(QuotaAccount account, Assignment<?> assignment, Prompt prompt) {
        PendingRequest<?> pending = assignment.pending();
        RouteTarget target = assignment.target();
        boolean words = pending.request.format() != AnswerFormat.EMBEDDINGS;
        Prompt sent = words ? quotas.withRemaining(prompt, account) : prompt;
        QuotaAccount.Trim trim = account.trim(
                pending.request.maxTokens(),
                estimates.promptOf(target.model(), knownLength(sent)),
                quotas.pricesFor(account, target));
        pending.rendering.maxTokens = trim.maxTokens();
        pending.rendering.trimmed = trim.applied();
        if (trim.exhausted() && account.reportExhausted()) {
            LOG.warning("the quota of tenant " + pending.request.tenant()
                    + " is used up: its answers have " + trim.maxTokens() + " tokens");
        }
        return sent;
    }
}
