-- oldest program: 1
-- What the far side calls the message, for whoever asks there about it.
ALTER TABLE ${submission}attempts
    ADD COLUMN IF NOT EXISTS gateway_message_id varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
