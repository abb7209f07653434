-- SQLite only: its index of URLs has titles from here on, so that a text is searched in a tenth of the bytes. PostgreSQL searches the
-- table: entries of its indexes have 2,704 bytes at most, which a URL with a title can exceed.
SELECT 1;
