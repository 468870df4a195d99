--- server-name
SELECT CONCAT(@@hostname, ':', @@port) AS server
