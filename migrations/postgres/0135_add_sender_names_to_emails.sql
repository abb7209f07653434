-- Name shown as the sender of an email, such as that of the agency of a report; NULL for the server's own.
ALTER TABLE mails ADD COLUMN from_name TEXT;
