/** What clients and operators speak of: intents, attempts, contracts and what they are made of. Knows no database. */
package dev.baton.submissions.model;
