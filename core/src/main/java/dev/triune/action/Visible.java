/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a text as the name of an object in {@link dev.triune.component.Senses#visible}. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.PARAMETER})
public @interface Visible {
    /** The allowed {@linkplain VisibleObject#kind kinds}; none mean any. */
    String[] value() default {};
}
