/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import java.util.List;

/**
 * The properties of a model in the header of its GGUF file. Immutable.
 *
 * @param bytes the size of the file
 * @param trainedContext the context of the training, in tokens
 * @param cacheWidth the number of values that a layer keeps per token of context
 * @param width the width of the widest layer
 * @param vocabulary the number of different tokens
 * @param marks the texts of control tokens, such as the end of a message
 */
record GgufHeader(
        long bytes,
        String architecture,
        int trainedContext,
        int layers,
        int cacheWidth,
        int width,
        int vocabulary,
        List<String> marks) {}
