/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

/**
 * The properties of an answer that are known before it starts. Immutable.
 *
 * @param id the unique id
 * @param created when the request arrived, in seconds since 1970
 * @param model the requested or default model; another one may answer
 */
record AnswerHead(String id, long created, String model) {}
