/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import dev.triune.gateway.completion.SdkMatrix.Mode;

/** A method of an SDK, as a game would use it, without retries. */
interface SdkClient {
    String MODEL = "m";

    /** The name for the table. */
    String name();

    /** The protocol of the SDK. */
    SdkWire protocol();

    /** The protocol of the provider behind the gateway. */
    SdkWire upstream();

    /** Calls a server and describes the answer, or the exception with its status and code. */
    String call(String url, Mode mode);
}
