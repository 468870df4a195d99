/** Those who are told: log, webhook, Slack, PagerDuty. Only hosts that the configuration names are called. */
package dev.baton.alerts.notify;
