/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import dev.triune.llm.AnswerFormat;
import dev.triune.llm.Prompt;

/**
 * One call as a provider sees it. Immutable.
 *
 * @param model the model's name
 * @param prompt the messages, rendered now
 * @param format what form of answer is expected
 * @param maxTokens the most tokens the answer may have, 1 or more
 * @param temperature the sampling temperature, 0 to 2
 */
public record ModelCall(
        String model, Prompt prompt, AnswerFormat format, int maxTokens, double temperature) {}
