/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

/**
 * The default models of each provider, a fast, cheap one and a larger one, chosen in November 2026.
 * Sources and prices are in {@code docs/models.md}; {@link BrokerBuilder#checkModels} finds models
 * that were retired.
 */
public final class DefaultModels {
    /** Groq's default. */
    public static final String GROQ = "openai/gpt-oss-20b";

    /** Groq's larger model. */
    public static final String GROQ_LARGE = "openai/gpt-oss-120b";

    /** Cerebras' default. */
    public static final String CEREBRAS = "gpt-oss-120b";

    /** OpenAI's default. */
    public static final String OPENAI = "gpt-6-luna";

    /** OpenAI's larger model. */
    public static final String OPENAI_LARGE = "gpt-6.1-terra";

    /** Anthropic's default. */
    public static final String ANTHROPIC = "claude-haiku-5-5";

    /** Anthropic's larger model. */
    public static final String ANTHROPIC_LARGE = "claude-sonnet-5-5";

    /** Ollama's default, on the player's own machine. */
    public static final String OLLAMA = "gemma4:e4b";

    private DefaultModels() {}
}
