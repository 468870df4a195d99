/**
 * Exactly one acting instance per role: tokens, gates, strategies and the events of leadership. Knows no database.
 */
package dev.baton;
