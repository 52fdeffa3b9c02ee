/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

/**
 * What is known of an answer before it begins. Immutable.
 *
 * @param id the unique id
 * @param created when the request arrived, in seconds since 1970
 * @param model the requested model, or the default one; another one may answer
 */
record AnswerHead(String id, long created, String model) {}
