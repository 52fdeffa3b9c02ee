/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

/** The layers of the mind that an agent uses. */
public enum Tier {
    /** All three layers, at any time. */
    FULL,
    /** Reflexes; a model only for a while after a player interacted with the agent. */
    AUTONOMIC
}
