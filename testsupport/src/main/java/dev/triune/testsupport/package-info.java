/* SPDX-License-Identifier: Apache-2.0 */
/** What the tests of several modules share; never published. */
@NullMarked
package dev.triune.testsupport;

import org.jspecify.annotations.NullMarked;
