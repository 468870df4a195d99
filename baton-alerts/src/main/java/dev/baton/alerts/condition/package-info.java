/** The language of conditions: read, judged on samples, written for Prometheus. Knows no database. */
package dev.baton.alerts.condition;
