/** The application's JSON mapper, whichever Jackson it has, as {@link dev.baton.spring.Payloads}. */
package dev.baton.spring.payloads;
