/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On a number: what it can be, both ends included. An end that is left out is as far as the type of
 * the component goes. Ends are exact up to 2^53.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.PARAMETER})
public @interface Range {
    /** The least. */
    double min() default Double.NEGATIVE_INFINITY;

    /** The most. */
    double max() default Double.POSITIVE_INFINITY;
}
