/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

/**
 * Learns the number of tokens of a model's prompts and answers. Estimates are rather too high,
 * since one that is too low breaks a limit. Deterministic. Not thread-safe.
 */
public final class TokenEstimator {
    /** The estimate before the first prompt: a character, its surroundings, the answer format. */
    private static final long FIRST_PROMPT = 1_000;

    /** The initial estimate: English has about four characters a token, JSON and names three. */
    private static final double FIRST_TOKENS_PER_CHARACTER = 1.0 / 3;

    private final MovingUpperBound prompts = new MovingUpperBound();
    private final MovingUpperBound perCharacter = new MovingUpperBound();
    private final MovingUpperBound answers = new MovingUpperBound();

    /** Returns the usual number of tokens of a prompt; 1000 until one was observed. */
    public long prompt() {
        return prompts.known() ? roundUp(prompts.upper()) : FIRST_PROMPT;
    }

    /** Returns the tokens of a prompt of this many characters, 0 or more; at first a third. */
    public long promptOf(int characters) {
        double each = perCharacter.known() ? perCharacter.upper() : FIRST_TOKENS_PER_CHARACTER;
        return roundUp(characters * each);
    }

    /** Returns the mean tokens of a text of this many characters; at first a third. */
    public long textOf(long characters) {
        double each = perCharacter.known() ? perCharacter.mean() : FIRST_TOKENS_PER_CHARACTER;
        return roundUp(characters * each);
    }

    /** Returns the tokens of an answer, up to {@code maxTokens}, at least 1; at first these. */
    public long answer(int maxTokens) {
        return answers.known() ? Math.min(maxTokens, roundUp(answers.upper())) : maxTokens;
    }

    /** Returns the mean tokens of an answer, up to {@code maxTokens}; at first half of it. */
    public long meanAnswer(int maxTokens) {
        return answers.known()
                ? Math.min(maxTokens, roundUp(answers.mean()))
                : (maxTokens + 1L) / 2;
    }

    /** Learns from a call; counts of zero or less were not reported and are ignored. */
    public void observed(int promptCharacters, long promptTokens, long answerTokens) {
        if (promptTokens > 0) {
            prompts.observed((double) promptTokens);
            if (promptCharacters > 0) {
                perCharacter.observed((double) promptTokens / promptCharacters);
            }
        }
        if (answerTokens > 0) {
            answers.observed((double) answerTokens);
        }
    }

    private static long roundUp(double tokens) {
        return (long) Math.ceil(tokens);
    }
}
