/** Baton as a program: {@code java -jar baton.jar serve}. */
package dev.baton.server;
