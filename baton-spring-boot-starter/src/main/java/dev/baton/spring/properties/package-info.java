/** What {@code baton.*} sets, as Spring binds it. */
package dev.baton.spring.properties;
