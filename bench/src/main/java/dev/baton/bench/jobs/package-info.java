/** Jobs beside their peers and floors. */
package dev.baton.bench.jobs;
