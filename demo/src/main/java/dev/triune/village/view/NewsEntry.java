/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

/**
 * An event of the village. Immutable.
 *
 * @param seq the number of the entry, from 1
 * @param tick the tick of the event
 * @param villager the number of the villager, from 0; -1 for none
 * @param kind {@code says}, {@code player}, {@code plans}, {@code promises}, {@code kept},
 *     {@code broken}, {@code reflex}, {@code fails} or {@code news}
 * @param text the description
 * @param to the name of the addressee; may be empty
 */
record NewsEntry(long seq, long tick, int villager, String kind, String text, String to) {}
