/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Restricts a number to a range, both ends included. An end that is left out is the limit of the
 * component's type. Ends are exact up to 2^53.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.PARAMETER})
public @interface Range {
    /** The minimum. */
    double min() default Double.NEGATIVE_INFINITY;

    /** The maximum. */
    double max() default Double.POSITIVE_INFINITY;
}
