CREATE TABLE own (id bigint PRIMARY KEY);
