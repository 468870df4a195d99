-- Who has signed in to the dashboard.

--- session-insert
INSERT INTO ${baton}sessions (handle_hash, token_hash, token_name) VALUES (:handle, :token, :name)

--- session-find
-- How long ago it was last seen, unless it has lasted, or rested, for too long.
SELECT ${millis(seen_at, ${now})} AS unseen_ms
  FROM ${baton}sessions
 WHERE handle_hash = ${text(:handle, 64)} AND token_hash = ${text(:token, 64)}
   AND created_at > ${earlier(${now}, :longest_ms)}
   AND seen_at > ${earlier(${now}, :idle_ms)}

--- session-seen
UPDATE ${baton}sessions SET seen_at = ${now} WHERE handle_hash = ${text(:handle, 64)}

--- session-end
DELETE FROM ${baton}sessions WHERE handle_hash = ${text(:handle, 64)}

--- session-end-of-token
DELETE FROM ${baton}sessions WHERE token_hash = ${text(:token, 64)}
