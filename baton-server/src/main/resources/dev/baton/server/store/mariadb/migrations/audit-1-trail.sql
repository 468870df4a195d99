-- oldest program: 1
CREATE TABLE IF NOT EXISTS ${baton}audit_trail (
    node_id     varchar(96) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    line_number bigint NOT NULL,
    at          datetime(6) NOT NULL,
    actor       varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    client      varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    request_id  varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    action      varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    subject     varchar(300) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    outcome     varchar(300) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    hash        varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    PRIMARY KEY (node_id, line_number),
    KEY ${baton_name}audit_trail_at (at, line_number)
) ENGINE = InnoDB;

CREATE TABLE IF NOT EXISTS ${baton}audit_chains (
    node_id     varchar(96) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
    line_number bigint NOT NULL,
    hash        varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    pruned_line bigint NOT NULL,
    pruned_hash varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL
) ENGINE = InnoDB;
