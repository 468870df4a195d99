-- oldest program: 1
-- Gateways that a node of a divided executor has found failing: no node calls them before the end. A row stays when it is over.
CREATE TABLE ${submission}pauses (
    gateway   nvarchar(100) COLLATE Latin1_General_100_BIN2 NOT NULL PRIMARY KEY,
    holder_id varchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    ends_at   datetime2(7) NOT NULL
);
