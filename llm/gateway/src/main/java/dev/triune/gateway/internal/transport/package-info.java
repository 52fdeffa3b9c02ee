/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The gateway's calls to providers: Jetty's client, which needs few threads for many calls. The
 * broker finds it by {@link java.util.ServiceLoader}.
 */
@NullMarked
package dev.triune.gateway.internal.transport;

import org.jspecify.annotations.NullMarked;
