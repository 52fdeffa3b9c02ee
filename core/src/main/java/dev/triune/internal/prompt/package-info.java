/* SPDX-License-Identifier: Apache-2.0 */
/** Renders prompts section by section within a budget. */
@NullMarked
package dev.triune.internal.prompt;

import org.jspecify.annotations.NullMarked;
