/* SPDX-License-Identifier: Apache-2.0 */
/** The endpoints for clients of OpenAI's and Anthropic's protocols: one path, a format for each. */
@NullMarked
package dev.triune.gateway.completion;

import org.jspecify.annotations.NullMarked;
