/**
 * Baton on a SQL database: elections, and the fence inside the writer's own transaction.
 *
 * <p>Begin with {@link dev.baton.sql.Baton}: {@code Baton.start(dataSource)} creates the tables, tests that the database can
 * do what is relied on, and refuses with {@link dev.baton.SetupRefusedException} what cannot work. Then
 * {@code baton.campaign(role, work)} leads, and {@code baton.fenced(token, connection -> …)} writes.
 * {@link dev.baton.sql.BatonBuilder} sets everything that can be set, {@link dev.baton.sql.Candidacy} how one role is stood
 * for, {@link dev.baton.sql.Fence} joins a transaction of the caller's, {@link dev.baton.sql.Schema} is for those who do not
 * let programs create tables, and {@link dev.baton.sql.Leadership} shows who leads and who led.
 *
 * <p>Elections use connections of their own and never join a caller's transaction; fenced writes always do. A database that
 * is away is waited for, however long; only a set-up that cannot work is refused.
 */
package dev.baton.sql;
