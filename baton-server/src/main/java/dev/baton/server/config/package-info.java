/** What a node is told: read once from file, environment and flags, checked whole, never changed afterwards. */
package dev.baton.server.config;
