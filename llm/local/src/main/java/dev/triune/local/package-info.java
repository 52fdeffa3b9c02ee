/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A language model inside the game: {@link dev.triune.local.LocalProvider} runs a GGUF file with
 * llama.cpp, in this process and without a network.
 */
@NullMarked
package dev.triune.local;

import org.jspecify.annotations.NullMarked;
