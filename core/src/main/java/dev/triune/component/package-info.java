/* SPDX-License-Identifier: Apache-2.0 */
/** The components that an agent consists of: pooled, data only. Their lists refuse null. */
@NullMarked
package dev.triune.component;

import org.jspecify.annotations.NullMarked;
