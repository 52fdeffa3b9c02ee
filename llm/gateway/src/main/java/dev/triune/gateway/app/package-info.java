/* SPDX-License-Identifier: Apache-2.0 */
/** The program: command line, configuration, everything put together. */
@NullMarked
package dev.triune.gateway.app;

import org.jspecify.annotations.NullMarked;
