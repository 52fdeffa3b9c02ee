/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The command line: {@code serve}, {@code check} and {@code keys}. Commands read their options, call what is
 * below them, and end with a status: 0, or 1 with the problems of the configuration on standard error. Only
 * here is the environment read, the process ended, or a signal handled.
 */
@NullMarked
package dev.triune.gateway.cli;

import org.jspecify.annotations.NullMarked;
