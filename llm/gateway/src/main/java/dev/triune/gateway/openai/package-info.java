/* SPDX-License-Identifier: Apache-2.0 */
/** The endpoints for clients of OpenAI's protocol. */
@NullMarked
package dev.triune.gateway.openai;

import org.jspecify.annotations.NullMarked;
