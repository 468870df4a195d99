-- PostgreSQL: what baton_owner needs to apply the schema, before it does. As the owner of the database, in it; the account
-- exists. Another schema than public: let baton_owner own it instead, and set search_path for all accounts.
GRANT USAGE, CREATE ON SCHEMA public TO baton_owner;
