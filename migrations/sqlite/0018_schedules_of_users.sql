-- Schedules that people make: a name, the time zone of the cron expression, whether it is paused, and the last run.
ALTER TABLE schedules ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE schedules ADD COLUMN time_zone TEXT NOT NULL DEFAULT 'UTC';
ALTER TABLE schedules ADD COLUMN paused BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE schedules ADD COLUMN last_run_id BLOB;
CREATE INDEX schedules_by_workspace ON schedules (workspace_id, id);
