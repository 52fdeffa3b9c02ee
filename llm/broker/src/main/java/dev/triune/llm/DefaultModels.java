/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

/**
 * The models that are asked where nothing else is configured: of each provider one that is fast and
 * cheap, and one that is larger. Chosen in November 2026 from what the providers list; prices,
 * sources and the models that were retired are in {@code docs/models.md}. Providers retire models
 * within a year or two: {@link BrokerBuilder#checkModels} finds out.
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
