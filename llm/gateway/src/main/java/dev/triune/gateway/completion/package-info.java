/* SPDX-License-Identifier: Apache-2.0 */
/** The endpoints for OpenAI's and Anthropic's protocols, with a format for each path. */
@NullMarked
package dev.triune.gateway.completion;

import org.jspecify.annotations.NullMarked;
