/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Minds in three layers for Artemis-odb worlds. {@link dev.triune.MindPlugin} brings everything in
 * with one line; the systems in the packages below can also be set one by one.
 */
@NullMarked
package dev.triune;

import org.jspecify.annotations.NullMarked;
