-- oldest program: 1
-- What the far side calls the message, for whoever asks there about it.
ALTER TABLE ${submission}attempts ADD gateway_message_id nvarchar(200) COLLATE Latin1_General_100_BIN2;
