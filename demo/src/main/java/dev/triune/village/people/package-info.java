/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Who lives in the village: components of villagers, and the systems that change their needs and senses.
 *
 * <pre>
 *  Villager, Body, Position, Errand       components besides those of minds; all saved
 *  NeedsSystem      hunger, thirst, cold, tiredness, loneliness, in each tick
 *  SensesSystem     who is within earshot, twice a second
 *  WolfSystem, ApprenticeSystem, SeasonReviewSystem     what happens to them
 *  WalkingBehavior  the base of all runners: first there, then the work
 * </pre>
 *
 * <p>A villager is made by its number and the seed alone, names and traits included. What the village counts
 * about somebody is a field of {@link dev.triune.village.people.Villager}, so that saves and reports have it
 * without a list of their own. What two villagers know of each other is not here but in core's memories.
 */
@NullMarked
package dev.triune.village.people;

import org.jspecify.annotations.NullMarked;
