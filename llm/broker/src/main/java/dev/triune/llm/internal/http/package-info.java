/* SPDX-License-Identifier: Apache-2.0 */
/** Calls servers over OkHttp, on I/O threads. */
@NullMarked
package dev.triune.llm.internal.http;

import org.jspecify.annotations.NullMarked;
