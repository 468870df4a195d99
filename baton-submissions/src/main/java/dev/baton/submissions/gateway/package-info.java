/**
 * The way out: a small SPI for kinds of gateways, and the kinds that come with Baton.
 *
 * <p>A {@link dev.baton.submissions.gateway.GatewayKind} is what the configuration names as a type; it opens a
 * {@link dev.baton.submissions.gateway.Gateway} for each configured one. A gateway is handed a
 * {@link dev.baton.submissions.gateway.GatewayCall} and answers later, without blocking. Each call carries an idempotency
 * key, equal for all repetitions of one request, and the epoch of the leader that makes it: a far side that remembers the
 * first and refuses lower values of the second acts once, and never for a former leader.
 */
package dev.baton.submissions.gateway;
