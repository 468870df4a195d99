/** The way out: a small SPI for kinds of gateways, and the kinds that come with Baton. */
package dev.baton.submissions.gateway;
