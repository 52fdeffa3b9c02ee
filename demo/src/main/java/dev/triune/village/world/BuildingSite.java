/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.world;

/**
 * A spot for one building. Immutable.
 *
 * @param building the kind of building
 * @param number its number among the sites for that kind, from 0
 * @param point its position
 */
public record BuildingSite(Building building, int number, Point point) {}
