/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.rule;

/**
 * Where a reflex sets in and where it lets go. The gap between the two is the hysteresis that keeps
 * an agent from flickering. Immutable.
 *
 * @param enter where it sets in
 * @param leave where it lets go: on the well side of {@code enter}
 */
public record Threshold(float enter, float leave) {}
