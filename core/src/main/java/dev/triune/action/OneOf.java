/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** On a {@link String} component: the words that it can be. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.PARAMETER})
public @interface OneOf {
    /** At least one; answers may write them in any case, and the record gets them as declared. */
    String[] value();
}
