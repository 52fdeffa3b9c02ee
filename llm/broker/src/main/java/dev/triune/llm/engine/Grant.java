/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

/**
 * A request's turn: it may be sent there, with that key.
 *
 * @param pending the request
 * @param stop where
 * @param account with which key
 */
record Grant(Pending<?> pending, Stop stop, Account account) {}
