/* SPDX-License-Identifier: Apache-2.0 */
/** Reads the configuration file into settings. Errors name line, key, value and remedy. */
@NullMarked
package dev.triune.llm.internal.config;

import org.jspecify.annotations.NullMarked;
