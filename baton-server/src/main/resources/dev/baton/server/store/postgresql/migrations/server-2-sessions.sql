-- oldest program: 1
CREATE TABLE ${baton}sessions (
    handle_hash varchar(64) COLLATE "C" PRIMARY KEY,
    token_hash  varchar(64) COLLATE "C" NOT NULL,
    token_name  varchar(200) NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    seen_at     timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE INDEX ${baton_name}sessions_token ON ${baton}sessions (token_hash);
