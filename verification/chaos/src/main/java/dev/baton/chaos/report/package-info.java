/** Tells what came of a run. */
package dev.baton.chaos.report;
