/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.gdxai;

import com.badlogic.gdx.ai.btree.Task;
import dev.triune.action.ActionRunner;
import dev.triune.action.Step;

/**
 * Carries out a step or a reflex by a behaviour tree of gdx-ai, as {@link ActionTaskRunner} does
 * for records. Game thread only.
 *
 * @param <B> the blackboard; one that implements {@link TaskReport} tells why its tree failed
 */
public final class TaskRunner<B> extends ActionTaskRunner<Step, B> implements ActionRunner<Step> {
    /** Copies that prototype; see {@link ActionTaskRunner#ActionTaskRunner}. */
    public TaskRunner(Task<B> prototype, Blackboards<? super Step, ? extends B> blackboards) {
        super(prototype, blackboards);
    }
}
