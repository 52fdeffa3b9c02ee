/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import dev.triune.llm.Priority;

/**
 * On whose behalf a call is made, for providers that queue and share themselves, as a gateway does:
 * the agent, empty if unnamed, how urgent it is, and the credits that it costs, 1 or more. It is no
 * part of what the model is asked. Immutable.
 */
public record Caller(String agent, Priority priority, int cost) {
    /** Nobody in particular, of medium priority, for one credit. */
    public static final Caller UNKNOWN = new Caller("", Priority.MEDIUM, 1);
}
