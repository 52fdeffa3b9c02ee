/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The HTTP server: authentication, routing, reading bodies and writing responses without blocking a
 * thread.
 */
@NullMarked
package dev.triune.gateway.http;

import org.jspecify.annotations.NullMarked;
