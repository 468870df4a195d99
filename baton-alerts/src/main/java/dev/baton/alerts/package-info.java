/**
 * Alerts over the whole cluster. Every node stores the few metric values that rules speak of, one row per round; the
 * leader of {@code metrics-aggregator} judges the rules on all of them.
 *
 * <pre>
 *              condition met            met for the rule's `for`
 *  inactive ------------------> pending ------------------------> firing
 *   ^  ^                          |                                 |
 *   |  +------ no longer met -----+           no longer met         |
 *   +--------------- met again ------ resolved &lt;--------------------+
 * </pre>
 *
 * <p>Entering {@code firing} and {@code resolved} is told to the rule's notifiers. The change of state and its notices
 * are one fenced transaction, so that a fail-over loses none and tells none twice; a notice is marked before it is sent
 * and after. Between those marks a crash leaves one question open, whether the far side has it: it is then sent again
 * under the same key, by which PagerDuty, and any receiver that looks at {@code Idempotency-Key}, knows it.
 *
 * <p>When the database is down nobody leads, and these alerts are silent: {@link dev.baton.alerts.PrometheusRules} writes
 * the same rules for a Prometheus, with one more for that case.
 */
package dev.baton.alerts;
