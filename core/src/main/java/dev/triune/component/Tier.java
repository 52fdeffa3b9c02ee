/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

/** How much of a mind an agent gets. */
public enum Tier {
    /** All three layers, at any time. */
    FULL,
    /** Reflexes; a model only for a while after a player spoke to it. */
    AUTONOMIC
}
