/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol.signal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServerErrorTest {
    @Test
    void promptTooLongForLlamaCppHasTheNameThatOpenAiGivesIt() {
        ServerError error =
                ServerError.parse("{\"error\":{\"code\":400,\"message\":\"request (20051 "
                        + "tokens) exceeds the available context size (16384 tokens), try increasing it\","
                        + "\"type\":\"exceed_context_size_error\",\"n_prompt_tokens\":20051,"
                        + "\"n_ctx\":16384}}");
        assertThat(error.name()).isEqualTo("context_length_exceeded");
        assertThat(error.status()).isEqualTo(400);
    }
}
