/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import dev.triune.gateway.http.ErrorFormat;
import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;

/** A protocol: reads its requests, and writes its answers and errors. Stateless. */
interface CompletionFormat {
    /** Returns the prefix of answer ids. */
    String idPrefix();

    /** Returns the format of errors. */
    ErrorFormat errors();

    /**
     * Reads a request.
     *
     * @throws ProblemException if a field or a header is invalid or unsupported
     */
    CompletionRequest read(RequestFields requestFields, RequestContext context)
            throws ProblemException;

    /** Creates the writer of the answer to one request. */
    AnswerWriter writer(CompletionRequest request, AnswerHead head);
}
