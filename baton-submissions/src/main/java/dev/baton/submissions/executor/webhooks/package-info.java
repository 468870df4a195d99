/** Ends of intents, told to whoever asked to be told. */
package dev.baton.submissions.executor.webhooks;
