/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The launcher: command line, game loop, terminal, report.
 */
@NullMarked
package dev.triune.village.app;

import org.jspecify.annotations.NullMarked;
