/**
 * Leadership from the application's data source: the builder, the roles that annotations and properties name, and the gate
 * and the fence before their methods.
 */
package dev.baton.spring.election;
