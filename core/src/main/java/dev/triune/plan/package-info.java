/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What a model may order: the action catalog, typed steps, and the decoder that lets nothing
 * else through. Runs on I/O threads; knows neither Artemis nor JSON.
 */
@NullMarked
package dev.triune.plan;

import org.jspecify.annotations.NullMarked;
