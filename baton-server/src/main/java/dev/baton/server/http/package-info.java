/**
 * HTTP as the server needs it: routes, one error shape, limits against hostile input. Knows Jetty and nothing of what is
 * served.
 */
package dev.baton.server.http;
