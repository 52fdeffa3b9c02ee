/* SPDX-License-Identifier: Apache-2.0 */
/** The command line of the gateway server. */
@NullMarked
package dev.triune.gateway.cli;

import org.jspecify.annotations.NullMarked;
