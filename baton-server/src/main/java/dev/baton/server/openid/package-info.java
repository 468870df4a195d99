/**
 * Who somebody is by the word of an OpenID provider: people who sign in to the dashboard, programs that show a JWT. The
 * provider may be slow, away or hostile to anything but what it has signed: it holds up nobody who is known otherwise.
 */
package dev.baton.server.openid;
