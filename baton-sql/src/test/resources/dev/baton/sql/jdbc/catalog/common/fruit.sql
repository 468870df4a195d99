-- What is said of fruit on every database.

--- apple
SELECT 'common apple'

--- pear
-- A comment of its own.
SELECT 'common pear' FROM ${baton}pears WHERE id = :id
