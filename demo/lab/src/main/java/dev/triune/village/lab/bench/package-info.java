/* SPDX-License-Identifier: Apache-2.0 */
/** Measures the plans of models in situations of villages. */
@NullMarked
package dev.triune.village.lab.bench;

import org.jspecify.annotations.NullMarked;
