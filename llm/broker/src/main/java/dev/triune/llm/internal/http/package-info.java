/* SPDX-License-Identifier: Apache-2.0 */
/** HTTP clients of model servers and gateways, using OkHttp on I/O threads. */
@NullMarked
package dev.triune.llm.internal.http;

import org.jspecify.annotations.NullMarked;
