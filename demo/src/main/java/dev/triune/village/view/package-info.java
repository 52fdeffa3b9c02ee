/* SPDX-License-Identifier: Apache-2.0 */
/** The village in a browser: frames out, commands in, over HTTP on the loopback interface. */
@NullMarked
package dev.triune.village.view;

import org.jspecify.annotations.NullMarked;
