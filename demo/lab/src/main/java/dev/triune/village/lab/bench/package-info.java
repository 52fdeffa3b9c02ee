/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The plan benchmark: asks a model for one plan in each of many situations, and judges what comes of it.
 *
 * <p>Situations come from villages that live by the offline mind, numbered, so that every model meets the
 * same ones. A village stands still while the model thinks; the plan is then carried out in a copy, in which
 * everybody else goes on living. A plan counts by what happened: steps that were done, the need that was met,
 * whether one of them answers the situation. What the model wrote about it does not count.
 */
@NullMarked
package dev.triune.village.lab.bench;

import org.jspecify.annotations.NullMarked;
