-- oldest program: 1
-- Gateways that a node of a divided executor has found failing: no node calls them before the end. A row stays when it is over.
CREATE TABLE ${submission}pauses (
    gateway   varchar(100) COLLATE "C" PRIMARY KEY,
    holder_id varchar(128) COLLATE "C" NOT NULL,
    ends_at   timestamptz NOT NULL
) WITH (fillfactor = 50);
