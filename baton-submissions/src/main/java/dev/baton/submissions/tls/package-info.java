/** HTTP clients by the certificates that they show. */
package dev.baton.submissions.tls;
