/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.policy.limit;

/**
 * Learns how many tokens the prompts and answers of one model have, so that what is reserved for a
 * call is close to what it takes. Estimates lean to the high side. Not thread-safe.
 */
public final class TokenEstimate {
    /** Characters of a token before anything is known; English text has about four. */
    private static final double FIRST_CHARACTERS = 3;

    /** Tokens of a prompt before any was seen. */
    private static final long FIRST_PROMPT = 1_000;

    /** How much one observation counts. */
    private static final double WEIGHT = 0.1;

    private final Average prompt = new Average();
    private final Average tokensPerCharacter = new Average();
    private final Average answer = new Average();

    /** What a prompt usually takes, before it is rendered. */
    public long prompt() {
        return prompt.seen ? prompt.high() : FIRST_PROMPT;
    }

    /** What a prompt of that many characters takes. */
    public long promptOf(int characters) {
        double each = tokensPerCharacter.seen
                ? tokensPerCharacter.mean + tokensPerCharacter.deviation
                : 1 / FIRST_CHARACTERS;
        return (long) Math.ceil(characters * each);
    }

    /** What an answer usually takes, the limit at the most; the limit before any was seen. */
    public long answer(int maxTokens) {
        return answer.seen ? Math.min(maxTokens, answer.high()) : maxTokens;
    }

    /**
     * Learns from a call that was answered. A count of zero was not reported and teaches nothing.
     *
     * @param promptCharacters of the prompt
     * @param promptTokens as the provider counted them
     * @param answerTokens as the provider counted them
     */
    public void observed(int promptCharacters, long promptTokens, long answerTokens) {
        if (promptTokens > 0 && promptCharacters > 0) {
            prompt.add((double) promptTokens);
            tokensPerCharacter.add((double) promptTokens / promptCharacters);
        }
        if (answerTokens > 0) {
            answer.add((double) answerTokens);
        }
    }

    /** A moving average with the average distance from it. */
    private static final class Average {
        double mean;
        double deviation;
        boolean seen;

        void add(double value) {
            if (!seen) {
                mean = value;
                seen = true;
                return;
            }
            deviation += WEIGHT * (Math.abs(value - mean) - deviation);
            mean += WEIGHT * (value - mean);
        }

        long high() {
            return (long) Math.ceil(mean + deviation);
        }
    }
}
