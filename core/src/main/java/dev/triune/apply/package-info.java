/* SPDX-License-Identifier: Apache-2.0 */
/**
 * From answers to behaviour queues, by ticket and serial.
 */
@NullMarked
package dev.triune.apply;

import org.jspecify.annotations.NullMarked;
