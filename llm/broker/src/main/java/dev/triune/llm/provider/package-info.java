/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The interface that a provider implements, and the providers that come with the broker: HTTP
 * servers, the gateway, and the offline mind, which needs no network.
 */
@NullMarked
package dev.triune.llm.provider;

import org.jspecify.annotations.NullMarked;
