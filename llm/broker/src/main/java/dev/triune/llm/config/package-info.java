/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The configuration file, read into records with errors that name line, key, value and remedy.
 */
@NullMarked
package dev.triune.llm.config;

import org.jspecify.annotations.NullMarked;
