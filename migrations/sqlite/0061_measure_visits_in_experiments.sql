-- SQLite checks no metric of an experiment: rewriting the table for one more word is not worth it.
SELECT 1;
