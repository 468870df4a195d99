-- oldest program: 1
-- Who makes attempts. The row of the executor's role is its leader's: it makes all of them, or leaves them to shards. The others
-- are the shards': the last term of each that was let in, and whether it may still start any.
CREATE TABLE IF NOT EXISTS ${submission}executors (
    lease_name    varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
    executor_role varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    lease_epoch   bigint NOT NULL,
    holder_id     varchar(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    attempts      varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    batches       bigint NOT NULL,
    changed_at    datetime(6) NOT NULL
) ENGINE = InnoDB;
