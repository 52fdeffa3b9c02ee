/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What a mind consists of: pooled components, data only.
 */
@NullMarked
package dev.triune.component;

import org.jspecify.annotations.NullMarked;
