--- plum
SELECT 'one'
