-- oldest program: 1
CREATE TABLE IF NOT EXISTS ${baton}sessions (
    handle_hash varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
    token_hash  varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    token_name  varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    created_at  datetime(6) NOT NULL DEFAULT (UTC_TIMESTAMP(6)),
    seen_at     datetime(6) NOT NULL DEFAULT (UTC_TIMESTAMP(6)),
    KEY ${baton_name}sessions_token (token_hash)
) ENGINE = InnoDB;
