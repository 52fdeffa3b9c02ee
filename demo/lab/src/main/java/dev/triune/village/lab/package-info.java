/* SPDX-License-Identifier: Apache-2.0 */
/** The launcher: command line, game loop, terminal and report. */
@NullMarked
package dev.triune.village.lab;

import org.jspecify.annotations.NullMarked;
