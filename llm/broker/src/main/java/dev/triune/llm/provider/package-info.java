/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What the broker asks of a provider, and providers that need no network.
 */
@NullMarked
package dev.triune.llm.provider;

import org.jspecify.annotations.NullMarked;
