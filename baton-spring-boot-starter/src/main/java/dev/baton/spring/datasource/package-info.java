/** The application's data source, the one that elections use, and the transaction that runs on it. */
package dev.baton.spring.datasource;
