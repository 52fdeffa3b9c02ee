/* SPDX-License-Identifier: Apache-2.0 */
@NullMarked
package dev.triune.llm;

import org.jspecify.annotations.NullMarked;
