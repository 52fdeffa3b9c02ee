/* SPDX-License-Identifier: Apache-2.0 */
/** Hours of game time in which many games share providers, simulated in seconds. */
@NullMarked
package dev.triune.llm.simulation;

import org.jspecify.annotations.NullMarked;
