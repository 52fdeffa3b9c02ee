/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

/**
 * The money or tokens that the calls of a request may use. The broker asks before each call and
 * reports the end of each call that was granted. Called by the broker's owner only; must not block.
 */
public interface CallBudget {
    /**
     * Reserves a call with its prompt and its longest answer.
     *
     * @param provider the name of the provider
     * @param model the name of the model there
     * @param promptTokens the maximum number of tokens that the prompt can have: its bytes in UTF-8,
     *     and a margin for its form; images are estimated
     * @param maxTokens the maximum number of tokens of the answer, 1 or more
     * @return the maximum number of tokens that the answer may have, 1 to {@code maxTokens}; 0 if
     *     nothing was reserved and the call must not be sent, which ends the request as cancelled
     */
    int reserve(String provider, String model, long promptTokens, int maxTokens);

    /**
     * Ends the last reserved call, once.
     *
     * @param used the reported or estimated tokens; an estimate is at most what was reserved
     */
    void settle(Usage used);
}
