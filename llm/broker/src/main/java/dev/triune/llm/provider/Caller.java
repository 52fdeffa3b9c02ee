/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import dev.triune.llm.Priority;

/**
 * On whose behalf a call is made, for providers that queue and share themselves, as a gateway does.
 * It is no part of what the model is asked. Immutable.
 *
 * @param agent who asks, empty if unnamed
 * @param priority how urgent it is
 * @param cost credits that it costs where a provider takes credits, 1 or more
 */
public record Caller(String agent, Priority priority, int cost) {
    /** Nobody in particular, of medium priority, for one credit. */
    public static final Caller UNKNOWN = new Caller("", Priority.MEDIUM, 1);
}
