/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

/** How much of a mind an agent gets. */
public enum Tier {
    /** All three layers. */
    FULL,
    /** Reflexes only: no model is ever asked. */
    AUTONOMIC
}
