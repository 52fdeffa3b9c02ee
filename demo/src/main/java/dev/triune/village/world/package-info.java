/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The village without its people: map, buildings, fields, stores, weather and the wolf. Knows no minds.
 *
 * <pre>
 *  Calendar, Weather          when it is, and what comes
 *  Place, Point               48 by 48 tiles
 *  ResourcePatch, FieldPlot   what grows, and when again
 *  Stock                      what is there: carried, or in the storehouse
 *  Buildings, BuildingSites   what stands, and where something may still be built
 *         └──── Village ────┘    one object holds all of it; VillageState is what a save keeps
 * </pre>
 *
 * <p>Rules of the world are here, not in the runners of actions: a stock never becomes negative and a site is
 * reserved by one builder, whoever asks. So a plan of a model can be foolish, but never break the village.
 * Chance comes from the seed, and the time is a parameter, so that two villages with one seed are equal.
 */
@NullMarked
package dev.triune.village.world;

import org.jspecify.annotations.NullMarked;
