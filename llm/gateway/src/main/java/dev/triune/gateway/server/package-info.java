/* SPDX-License-Identifier: Apache-2.0 */
/** The HTTP server: who is let in, bodies read and answers written without waiting for anyone. */
@NullMarked
package dev.triune.gateway.server;

import org.jspecify.annotations.NullMarked;
