/* SPDX-License-Identifier: Apache-2.0 */
/** Helpers shared by the tests of several modules; never published. */
@NullMarked
package dev.triune.testsupport;

import org.jspecify.annotations.NullMarked;
