/**
 * Submissions, where {@code baton-submissions} is on the class path: properties and beans as gateways and targets.
 */
package dev.baton.spring.submissions;
