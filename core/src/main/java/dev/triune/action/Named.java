/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Sets the name of an action, or the key of a component. Without this, they follow from the names
 * in Java: a record {@code PlanBuild} is {@code plan_build}, a component {@code amount} is {@code
 * amount}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.RECORD_COMPONENT, ElementType.PARAMETER})
public @interface Named {
    /** The name, in lower case for an action; letters, digits, underscores and hyphens. */
    String value();
}
