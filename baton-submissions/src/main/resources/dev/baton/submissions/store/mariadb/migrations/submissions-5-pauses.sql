-- oldest program: 1
-- Gateways that a node of a divided executor has found failing: no node calls them before the end. A row stays when it is over.
CREATE TABLE IF NOT EXISTS ${submission}pauses (
    gateway   varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL PRIMARY KEY,
    holder_id varchar(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    ends_at   datetime(6) NOT NULL
) ENGINE = InnoDB;
