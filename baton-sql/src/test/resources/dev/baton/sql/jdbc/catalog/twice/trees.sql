--- plum
SELECT 'two'
