/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Four small games in the shapes of public ones, and what each has to write to have minds: a server
 * with a delta of its own, turns without a builder, slow ticks, and a frame after another.
 */
package dev.triune.dropin.shapes;
