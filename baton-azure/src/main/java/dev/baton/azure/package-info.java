/**
 * SQL Server and Azure SQL with Entra ID: no password anywhere.
 *
 * <p>The driver asks Azure Identity's {@code DefaultAzureCredential} for a token: the managed identity of the machine,
 * the environment, or whoever is logged in with the Azure CLI. That this module is on the class path is all that
 * {@code database.auth = azure-default} of the server needs; a library takes {@link dev.baton.azure.AzureSql}.
 */
package dev.baton.azure;
