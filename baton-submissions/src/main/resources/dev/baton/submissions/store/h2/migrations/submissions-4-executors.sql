-- oldest program: 1
-- Who makes attempts. The row of the executor's role is its leader's: it makes all of them, or leaves them to shards. The others
-- are the shards': the last term of each that was let in, and whether it may still start any.
CREATE TABLE IF NOT EXISTS ${submission}executors (
    lease_name    varchar(64) PRIMARY KEY,
    executor_role varchar(64) NOT NULL,
    lease_epoch   bigint NOT NULL,
    holder_id     varchar(128) NOT NULL,
    attempts      varchar(16) NOT NULL,
    batches       bigint NOT NULL,
    changed_at    timestamp(6) with time zone NOT NULL
);
