/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a component that may be left out; the record then gets {@link #value}. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.PARAMETER})
public @interface Default {
    /**
     * The default value, written as a model would write it. If empty, the default is an empty
     * {@link String}, {@code false}, 0 or the nearest value in range, and null for an enum or a
     * boxed type.
     */
    String value() default "";
}
