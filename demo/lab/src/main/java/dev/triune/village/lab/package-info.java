/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The command line of the village, and everything that measures it. Knows the village, which does not know
 * it.
 *
 * <pre>
 *  VillageApp ─&gt; VillageOptions ─&gt; OptionRules: ranges, and which need or exclude each other
 *                     ConfigFile: the same options from a file; flags go first
 *                     v
 *  VillageGame       in real time or as fast as it can: headless, with a status line or a page
 *  SeveralVillages   side by side
 *  Baking            learns habits and writes them
 *  bench             plans of a model, judged in copies of a village
 *  tape              records a run, and replays it
 *                     v
 *  RunReport ─&gt; TextReport, HtmlReport, JSON: the same figures, VillagerColumn for each villager
 * </pre>
 *
 * <p>An option that would be ignored is refused. Figures are measured while a village runs and change nothing
 * of its course: with and without a report, a run has the same fingerprint.
 */
@NullMarked
package dev.triune.village.lab;

import org.jspecify.annotations.NullMarked;
