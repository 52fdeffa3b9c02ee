/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The broker's rules: limits, cooldown, breaker, shares, quotas and fallback. Values in, values out; the
 * time is a parameter.
 *
 * <pre>
 *  may a call start?                                      who may start it?
 *    Budget           all limits of one key                 FairShare    virtual service by weight
 *     SlidingWindow, BurstLimit, TokenBudget                StrictShare  an equal interval for all
 *     EmergencyReserve keeps room for the urgent            QuotaAccount trims what is used up
 *    AdaptiveLimit    how many at once                      Ageing       nobody starves
 *    RateLimitCooldown, Breaker     not now
 *                             │ a refusal is a value: until when
 *                             v
 *                      FallbackPolicy: wait, another key, another model, or give up
 * </pre>
 *
 * <p>No class here has a thread, a lock or a clock, so that a simulation of a day takes a second, and a
 * test states a time instead of waiting for it. Times are monotonic; one that is earlier than the last
 * counts as the last. Nothing is thread-safe: the broker's owner, or the lock of a shared store, guards it.
 *
 * <p>Limits err to the safe side. Providers do not say how they count, so a limit is kept in every window
 * that could be meant, with a margin for the network; estimates of tokens are rather too high; and what a
 * call reserved stays reserved until its end is known.
 */
@NullMarked
package dev.triune.llm.internal.policy;

import org.jspecify.annotations.NullMarked;
