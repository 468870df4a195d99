--- server-name
SELECT CONCAT(@@hostname, ':', @@port) AS server

--- schema-turn
-- The turn of one program on any server: of two who take it at once, the second fails when it commits.
INSERT INTO ${baton}schema (component, version, oldest_program, name)
VALUES ('turn', 1, 1, LEFT(CONCAT(CONNECTION_ID(), '@', @@hostname, ':', @@port), 100))

--- schema-turn-end
DELETE FROM ${baton}schema
 WHERE component = 'turn' AND name = LEFT(CONCAT(CONNECTION_ID(), '@', @@hostname, ':', @@port), 100)

--- schema-turn-left
-- Of a program that has died in it; or of one that takes longer, beside which the next goes on.
DELETE FROM ${baton}schema WHERE component = 'turn' AND applied_at < UTC_TIMESTAMP(6) - INTERVAL :left_s SECOND

--- schema-turn-wait
SELECT SLEEP(0.1) AS slept
