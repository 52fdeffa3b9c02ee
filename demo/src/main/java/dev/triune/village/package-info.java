/* SPDX-License-Identifier: Apache-2.0 */
@NullMarked
package dev.triune.village;

import org.jspecify.annotations.NullMarked;
