/* SPDX-License-Identifier: Apache-2.0 */
/** The gateway's own API for games: requests, batches, heartbeats, quotas and cooldowns. */
@NullMarked
package dev.triune.gateway.api;

import org.jspecify.annotations.NullMarked;
