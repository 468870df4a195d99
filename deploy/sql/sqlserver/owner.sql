-- SQL Server: what baton_owner needs to apply the schema, before it does. As the owner of the database, in it; the account is
-- a login with a user of the same name. Not run: no SQL Server was at hand.
GRANT CREATE TABLE TO baton_owner;
GRANT ALTER, SELECT, INSERT, UPDATE, DELETE, REFERENCES ON SCHEMA::dbo TO baton_owner;
