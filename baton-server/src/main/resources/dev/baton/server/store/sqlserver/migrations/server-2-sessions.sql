-- oldest program: 1
CREATE TABLE ${baton}sessions (
    handle_hash varchar(64) COLLATE Latin1_General_BIN2 NOT NULL PRIMARY KEY,
    token_hash  varchar(64) COLLATE Latin1_General_BIN2 NOT NULL,
    token_name  nvarchar(200) NOT NULL,
    created_at  datetime2(7) NOT NULL DEFAULT SYSUTCDATETIME(),
    seen_at     datetime2(7) NOT NULL DEFAULT SYSUTCDATETIME()
);

CREATE INDEX ${baton_name}sessions_token ON ${baton}sessions (token_hash);
