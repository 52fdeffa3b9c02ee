/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.signal;

import java.util.Map;

public record Refusal(int status, Map<String, String> headers, String body) {}
