/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The tokens of games, their permissions and budgets, and what each has used.
 *
 * <p>Two files: {@code keys} is written by people or by the command, and read again when it has changed, so
 * that a key is withdrawn without a restart; {@code usage} is written by the gateway alone, which holds a
 * {@link dev.triune.gateway.keys.FileClaim} on it, because two writers would each forget what the other has
 * counted. Both are replaced atomically. Tokens are kept as hashes: whoever reads the file cannot use them.
 * Disks are touched by {@link dev.triune.gateway.keys.GameKeys#maintain} only, on a thread that may wait.
 */
@NullMarked
package dev.triune.gateway.keys;

import org.jspecify.annotations.NullMarked;
