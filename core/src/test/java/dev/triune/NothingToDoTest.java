/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import dev.triune.fixture.IdleAgents;

/** Agents of minds without modules. */
class NothingToDoTest extends IdleAgents {}
