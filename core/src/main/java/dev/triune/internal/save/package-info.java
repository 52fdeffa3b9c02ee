/* SPDX-License-Identifier: Apache-2.0 */
/** The format of saved minds: header, checks and migration of loaded state. */
@NullMarked
package dev.triune.internal.save;

import org.jspecify.annotations.NullMarked;
