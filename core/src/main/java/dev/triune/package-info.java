/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Minds in three layers for Artemis-odb worlds: the settings, the clock, and what a game sees. {@link
 * dev.triune.system.MindPlugin} brings everything in with one line.
 */
@NullMarked
package dev.triune;

import org.jspecify.annotations.NullMarked;
