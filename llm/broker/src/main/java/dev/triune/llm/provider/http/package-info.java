/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Providers behind HTTP: requests, streamed answers, errors. The only place that starts threads.
 */
@NullMarked
package dev.triune.llm.provider.http;

import org.jspecify.annotations.NullMarked;
