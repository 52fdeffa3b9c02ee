/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.Message;
import dev.triune.llm.PriceCatalog;
import dev.triune.llm.PriceCatalog.TokenPrices;
import dev.triune.llm.Prompt;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.QuotaSnapshot.QuotaPolicy;
import dev.triune.llm.Usage;
import dev.triune.llm.internal.policy.QuotaAccount;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The tenants under a quota: each has an account, and one request at a time, in order. Owner only. */
final class TenantQuotas {
    private static final Logger LOG = Logger.getLogger(TenantQuotas.class.getName());
    private static final int MAX_TENANTS = 10_000;

    private final QuotaPolicy mode;
    private final PriceCatalog prices;
    private final Upcalls upcalls;

    /** The tenants, least recently used first. */
    private final Map<String, Governed> governed = new LinkedHashMap<>(16, 0.75f, true);

    TenantQuotas(QuotaPolicy mode, PriceCatalog prices, Upcalls upcalls) {
        this.mode = mode;
        this.prices = prices;
        this.upcalls = upcalls;
    }

    QuotaPolicy mode() {
        return mode;
    }

    /** Sets the quota of a tenant; whether it had none. Its calls in flight have their turn. */
    boolean enable(QuotaSnapshot start, Collection<PendingRequest<?>> open) {
        QuotaAccount account = new QuotaAccount(start, mode);
        Governed tenant = governed.get(start.tenant());
        if (tenant != null) {
            tenant.quotaAccount = account;
            return false;
        }
        if (governed.size() >= MAX_TENANTS) {
            releaseIdle(open);
        }
        Governed added = new Governed(account);
        open.stream()
                .filter(pending ->
                        pending.isInFlight() && pending.request.tenant().equals(start.tenant()))
                .forEach(added.holders::add);
        governed.put(start.tenant(), added);
        return true;
    }

    private void releaseIdle(Collection<PendingRequest<?>> open) {
        Set<String> openTenants = new HashSet<>();
        open.forEach(pending -> openTenants.add(pending.request.tenant()));
        String idle = governed.keySet().stream()
                .filter(name -> !openTenants.contains(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no room for the quota of another"
                        + " tenant: all " + MAX_TENANTS + " have requests (disable one first)"));
        governed.remove(idle);
        LOG.warning("the quota of tenant " + idle + " was released to make room for another");
    }

    /** Takes over the accounts of quotas, which are then charged by both. */
    void adopt(TenantQuotas before) {
        before.governed.forEach(
                (tenant, other) -> governed.put(tenant, new Governed(other.quotaAccount)));
    }

    void disable(String name) {
        Governed tenant = governed.remove(name);
        if (tenant != null) {
            tenant.waiters.forEach(upcalls::resume);
        }
    }

    boolean governs(String tenant) {
        return governed.containsKey(tenant);
    }

    @Nullable
    QuotaAccount quotaOf(String name) {
        Governed tenant = governed.get(name);
        return tenant == null ? null : tenant.quotaAccount;
    }

    boolean enter(PendingRequest<?> pending) {
        Governed tenant = governed.get(pending.request.tenant());
        if (tenant == null || tenant.holders.contains(pending)) {
            return true;
        }
        if (tenant.holders.isEmpty()) {
            tenant.holders.add(pending);
            return true;
        }
        tenant.waiters.add(pending);
        return false;
    }

    /** Ends the turn or the wait of a request; after a turn, the oldest waiting one is next. */
    void leave(PendingRequest<?> pending) {
        Governed tenant = governed.get(pending.request.tenant());
        if (tenant == null) {
            return;
        }
        tenant.waiters.remove(pending);
        boolean held = tenant.holders.remove(pending);
        PendingRequest<?> next =
                held && tenant.holders.isEmpty() ? tenant.waiters.pollFirst() : null;
        if (next != null) {
            tenant.holders.add(next);
            upcalls.resume(next);
        }
    }

    /** Deducts the cost of a call from its tenant's quota, if there is one. */
    void charge(PendingRequest<?> pending, RouteTarget target, Usage usage) {
        QuotaAccount quotaAccount = quotaOf(pending.request.tenant());
        if (quotaAccount != null) {
            quotaAccount.charge(usage, pricesFor(quotaAccount, target));
        }
    }

    /** Returns the prices of the catalog; without an entry, those of the quota. */
    TokenPrices pricesFor(QuotaAccount quotaAccount, RouteTarget target) {
        return prices.find(target.slot().name(), target.model())
                .orElse(quotaAccount.snapshot().prices());
    }

    /** Adds the remaining quota to a prompt, if configured. */
    Prompt withRemaining(Prompt prompt, QuotaAccount quotaAccount) {
        if (!mode.includeRemaining()) {
            return prompt;
        }
        String remaining = quotaAccount.snapshot().summary();
        return prompt.withMessages(before -> {
            List<Message> messages = new ArrayList<>(before);
            Message first = messages.get(0);
            if (prompt.stable() > 0) {
                messages.add(prompt.stable(), Message.system(remaining)); // the stable part stays
            } else if (first.role() == Message.Role.SYSTEM) {
                messages.set(0, Message.system(first.text() + "\n" + remaining));
            } else {
                messages.add(0, Message.system(remaining));
            }
            return messages;
        });
    }

    private static final class Governed {
        /** The current request; several if the quota was set while they were in flight. */
        final Set<PendingRequest<?>> holders = new HashSet<>();

        final NavigableSet<PendingRequest<?>> waiters =
                new TreeSet<>(Comparator.comparing((PendingRequest<?> pending) -> pending.ticket));

        QuotaAccount quotaAccount;

        Governed(QuotaAccount quotaAccount) {
            this.quotaAccount = quotaAccount;
        }
    }
}
