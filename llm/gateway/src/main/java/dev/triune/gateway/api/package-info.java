/* SPDX-License-Identifier: Apache-2.0 */
/** The gateway's own calls. */
@NullMarked
package dev.triune.gateway.api;

import org.jspecify.annotations.NullMarked;
