/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The village in a browser: frames out, commands in, both over loopback HTTP.
 */
@NullMarked
package dev.triune.village.view;

import org.jspecify.annotations.NullMarked;
