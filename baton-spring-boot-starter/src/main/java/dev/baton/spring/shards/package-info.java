/** Roles that are divided, where {@code baton-shards} is on the class path: methods and beans as the work of shards. */
package dev.baton.spring.shards;
