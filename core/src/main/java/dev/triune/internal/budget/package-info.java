/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The budget of a world: what may be spent when, and on what.
 *
 * <pre>
 *  amount ┤                                    ╱│  never more than the amount
 *         │                               ╱╱    │
 *         │                          ╱╱         │  free so far: a burst, then evenly
 *         │                     ╱╱   ▒▒▒▒▒▒▒▒▒▒▒│  ▒ kept for players, less and less
 *         │                ╱╱  ▒▒▒▒▒▒    ░░░░░░░│
 *         │           ╱╱ ▒▒▒▒    ░░░░░░░░░      │  ░ spent, and set aside for calls
 *         │      ╱╱ ▒▒  ░░░░░░░░░               │
 *   burst ┤ ╱╱ ▒  ░░░░░░                        │
 *         └─────────────────────────────────────┴─ the end of the period: begin again
 * </pre>
 *
 * <p>A player's line may use what is left of the whole amount. Plans and talk in progress may use what is
 * free, without the part for players; company and what runs in the background need several times their
 * cost to be free, so that they are the first to end when it becomes scarce.
 */
@NullMarked
package dev.triune.internal.budget;

import org.jspecify.annotations.NullMarked;
