/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

/**
 * An event of the village. Immutable.
 *
 * @param seq counts the entries from 1
 * @param tick when
 * @param villager whose number, from 0; -1 for nobody's
 * @param kind {@code says}, {@code player}, {@code plans}, {@code reflex}, {@code fails} or
 *     {@code news}
 * @param text in words
 * @param to who was spoken to, by name; may be empty
 */
record NewsEntry(long seq, long tick, int villager, String kind, String text, String to) {}
