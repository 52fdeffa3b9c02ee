/* SPDX-License-Identifier: Apache-2.0 */
/** What the gateway does for games, whatever they speak: requests, ends, cooldowns, credits. */
@NullMarked
package dev.triune.gateway.session;

import org.jspecify.annotations.NullMarked;
