CREATE TABLE IF NOT EXISTS ${baton}schema (
    component      varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    version        integer NOT NULL,
    oldest_program integer NOT NULL,
    name           varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    applied_at     datetime(6) NOT NULL DEFAULT (UTC_TIMESTAMP(6)),
    PRIMARY KEY (component, version)
) ENGINE = InnoDB
