-- oldest program: 1
CREATE TABLE IF NOT EXISTS ${baton}commands (
    id        varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
    holder_id varchar(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    action    varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    role      varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    argument  varchar(96) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    asked_at  datetime(6) NOT NULL DEFAULT (UTC_TIMESTAMP(6)),
    done_at   datetime(6),
    error     varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
    KEY ${baton_name}commands_open (holder_id, done_at)
) ENGINE = InnoDB;

CREATE TABLE IF NOT EXISTS ${baton}audit (
    id      bigint NOT NULL AUTO_INCREMENT PRIMARY KEY,
    at      datetime(6) NOT NULL DEFAULT (UTC_TIMESTAMP(6)),
    actor   varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    node_id varchar(96) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    action  varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    subject varchar(300) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    outcome varchar(300) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    KEY ${baton_name}audit_at (at)
) ENGINE = InnoDB;
