/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.Message;
import dev.triune.llm.Prompt;
import dev.triune.llm.QuotaPolicy;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.Usage;
import dev.triune.llm.internal.policy.QuotaAccount;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sessions under a quota: each has one request at a time at the providers, in order of arrival, and
 * an account of what it may still spend. Owner only.
 */
final class TenantQuotas {
    private static final int MAX_TENANTS = 10_000;

    private final QuotaPolicy mode;
    private final Consumer<PendingRequest<?>> onTurn;
    private final Map<String, Session> sessions = new HashMap<>();

    /**
     * No session is under a quota yet.
     *
     * @param onTurn called with a request that waited for its session and may go on now
     */
    TenantQuotas(QuotaPolicy mode, Consumer<PendingRequest<?>> onTurn) {
        this.mode = mode;
        this.onTurn = onTurn;
    }

    /** How such sessions are treated. */
    QuotaPolicy mode() {
        return mode;
    }

    /** Puts a session under a quota; the order of those that wait stays. */
    void enable(QuotaSnapshot start) {
        Session session = sessions.get(start.tenant());
        if (session == null) {
            if (sessions.size() >= MAX_TENANTS) {
                throw new IllegalStateException(
                        "no room for the quota of another session (at most " + MAX_TENANTS + ")");
            }
            sessions.put(start.tenant(), new Session(new QuotaAccount(start, mode)));
        } else {
            session.quotaAccount = new QuotaAccount(start, mode);
        }
    }

    boolean governs(String session) {
        return sessions.containsKey(session);
    }

    /** The account of a session; null if it is under no quota. */
    @Nullable
    QuotaAccount quotaOf(String name) {
        Session session = sessions.get(name);
        return session == null ? null : session.quotaAccount;
    }

    /** Whether the request may go on at once; if not, it waits until its session is free. */
    boolean enter(PendingRequest<?> pending) {
        Session session = sessions.get(pending.request.tenant());
        if (session == null || session.holder == pending) {
            return true;
        }
        if (session.holder == null) {
            session.holder = pending;
            return true;
        }
        if (!session.waiters.contains(pending)) {
            session.waiters.add(pending);
        }
        return false;
    }

    /** Frees the session of a request that is over and wakes the one that waits longest. */
    void ended(PendingRequest<?> pending) {
        Session session = sessions.get(pending.request.tenant());
        if (session == null) {
            return;
        }
        if (session.holder != pending) {
            session.waiters.remove(pending);
            return;
        }
        session.holder = session.waiters.poll();
        if (session.holder != null) {
            onTurn.accept(session.holder);
        }
    }

    /** Takes what an answer cost off its session's quota, if it is under one. */
    void charge(PendingRequest<?> pending, Usage usage) {
        QuotaAccount quotaAccount = quotaOf(pending.request.tenant());
        if (quotaAccount != null) {
            quotaAccount.charge(usage, quotaAccount.snapshot().prices());
        }
    }

    /** Tells the model what is left, if that is wanted. */
    Prompt withRemaining(Prompt prompt, QuotaAccount quotaAccount) {
        if (!mode.includeRemaining()) {
            return prompt;
        }
        List<Message> messages = new ArrayList<>(prompt.messages());
        Message first = messages.get(0);
        String line = quotaAccount.snapshot().summary();
        if (first.role() == Message.Role.SYSTEM) {
            messages.set(0, Message.system(first.text() + "\n" + line));
        } else {
            messages.add(0, Message.system(line));
        }
        return new Prompt(messages);
    }

    private static final class Session {
        final Deque<PendingRequest<?>> waiters = new ArrayDeque<>();
        QuotaAccount quotaAccount;

        @Nullable
        PendingRequest<?> holder;

        Session(QuotaAccount quotaAccount) {
            this.quotaAccount = quotaAccount;
        }
    }
}
