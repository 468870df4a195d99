--- apple
SELECT 'far apple'

--- plum
SELECT 'far plum'
