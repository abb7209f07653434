-- A file that is sent with an email. It is deleted after sending, as the text is.
ALTER TABLE mails ADD COLUMN attachment_name TEXT;
ALTER TABLE mails ADD COLUMN attachment BYTEA;
