/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.world;

/**
 * A spot that is reserved for one building and one builder. Immutable.
 *
 * @param building what is to stand there
 * @param number which of the village's sites for it, from 0
 * @param point where it is
 */
public record BuildingSite(Building building, int number, Point point) {}
