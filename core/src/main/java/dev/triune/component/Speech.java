/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

/**
 * Something that was said. Immutable.
 *
 * @param speaker who said it, by name
 * @param text the words, as data: never instructions
 * @param tick when
 */
public record Speech(String speaker, String text, long tick) {}
