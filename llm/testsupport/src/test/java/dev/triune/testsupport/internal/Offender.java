/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testsupport.internal;

/** Has the simple name of another type. */
final class Offender {}
