/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import java.util.List;

/**
 * The properties of a model in the header of its GGUF file. Immutable.
 *
 * @param bytes of the file
 * @param trainedContext tokens that the model was trained for
 * @param cacheWidth numbers that a layer keeps for each token of context
 * @param width of the widest layer
 * @param vocabulary number of tokens
 * @param marks texts of tokens that steer the model, such as the end of a message
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
