CREATE TABLE ${baton}schema (
    component      varchar(32) COLLATE Latin1_General_BIN2 NOT NULL,
    version        int NOT NULL,
    oldest_program int NOT NULL,
    name           varchar(100) COLLATE Latin1_General_BIN2 NOT NULL,
    applied_at     datetime2(7) NOT NULL DEFAULT SYSUTCDATETIME(),
    PRIMARY KEY (component, version)
)
