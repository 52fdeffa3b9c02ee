/* SPDX-License-Identifier: Apache-2.0 */
@NullMarked
package dev.triune.gateway;

import org.jspecify.annotations.NullMarked;
