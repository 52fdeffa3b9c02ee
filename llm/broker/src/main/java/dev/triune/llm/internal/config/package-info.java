/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Reads {@code llm.yaml}: from text to settings with resolved keys, or to a list of problems with lines.
 *
 * <pre>
 *  text ─&gt; YamlReader ─&gt; YamlNode (value, line) ─&gt; YamlSection, YamlValue
 *                                                      │ ConfigReader, ProviderReader,
 *                                                      │ ConnectionReader, …
 *                                                      v
 *           ConfigProblems &lt;── refused ──  the builder of what is being set
 *                                                      │ accepted
 *                                                      v
 *                                      BrokerSettings ─&gt; BrokerFactory opens the providers
 * </pre>
 *
 * <p>A setting has one judge, its builder in {@code provider} or here the record that keeps it: a reader
 * only converts the text, tries, and reports the refusal with its line. All problems of a file are reported
 * together, because whoever mends one at a time starts a server ten times.
 *
 * <p>Keys are never in the file: it refers to variables of the environment, and no message shows what one
 * contains. A word that is not known is refused, with the known one that it resembles. Anchors, tags and
 * aliases are refused as well: nobody needs them here, and a small file with them can expand to a huge one.
 */
@NullMarked
package dev.triune.llm.internal.config;

import org.jspecify.annotations.NullMarked;
