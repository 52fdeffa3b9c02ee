/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The name of an action, or the key of a component, if it differs from the one in Java: without
 * this, a record {@code PlanBuild} is {@code plan_build}, a component {@code amount} is {@code
 * amount}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.RECORD_COMPONENT, ElementType.PARAMETER})
public @interface Named {
    /** The name, in lower case for an action; letters, digits, underscores and hyphens. */
    String value();
}
