/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Tapes of villages: the broker's tape with the settings of the run, its fingerprints, and what came from
 * outside. A replay stops where the first fingerprint differs, so that a change of behaviour is found in the
 * tick in which it happens. A tape names the version of the village; one of another version is refused, since
 * its differences would mean nothing.
 */
@NullMarked
package dev.triune.village.lab.tape;

import org.jspecify.annotations.NullMarked;
