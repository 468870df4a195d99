--- plum
SELECT 'near plum'
