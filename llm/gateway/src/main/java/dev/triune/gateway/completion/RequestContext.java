/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import dev.triune.gateway.GatewaySettings.UnknownFields;
import java.util.function.UnaryOperator;

/**
 * What a request comes with besides its body. Immutable.
 *
 * @param headers returns the value of a header, empty if it is missing
 * @param unknownFields what happens to fields that the gateway does not know
 */
record RequestContext(UnaryOperator<String> headers, UnknownFields unknownFields) {}
