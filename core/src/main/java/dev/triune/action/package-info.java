/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The action catalog: which actions a model may order, declared as records or with a builder, and
 * the runners that carry them out. Knows no JSON.
 */
@NullMarked
package dev.triune.action;

import org.jspecify.annotations.NullMarked;
