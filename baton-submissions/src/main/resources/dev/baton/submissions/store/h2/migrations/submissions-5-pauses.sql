-- oldest program: 1
-- Gateways that a node of a divided executor has found failing: no node calls them before the end. A row stays when it is over.
CREATE TABLE IF NOT EXISTS ${submission}pauses (
    gateway   varchar(100) PRIMARY KEY,
    holder_id varchar(128) NOT NULL,
    ends_at   timestamp(6) with time zone NOT NULL
);
