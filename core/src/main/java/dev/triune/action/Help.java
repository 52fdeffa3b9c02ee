/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What the prompt says about an action, on its record, or about a value, on its component. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.RECORD_COMPONENT, ElementType.PARAMETER})
public @interface Help {
    /** One line. */
    String value();
}
