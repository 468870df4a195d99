-- oldest program: 1
CREATE TABLE IF NOT EXISTS ${baton}sessions (
    handle_hash varchar(64) PRIMARY KEY,
    token_hash  varchar(64) NOT NULL,
    token_name  varchar(200) NOT NULL,
    created_at  timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP(6) NOT NULL,
    seen_at     timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP(6) NOT NULL
);

CREATE INDEX IF NOT EXISTS ${baton}sessions_token ON ${baton}sessions (token_hash);
