/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import dev.triune.gateway.GatewaySettings.UnknownFields;
import java.util.function.UnaryOperator;

/**
 * The context of a request in addition to its body. Immutable.
 *
 * @param headers returns the value of a header, empty if it is missing
 * @param unknownFields the handling of unknown fields
 */
record RequestContext(UnaryOperator<String> headers, UnknownFields unknownFields) {}
