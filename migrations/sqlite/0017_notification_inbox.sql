-- The inbox: what a notification is about, where that is shown, and how often it was raised since it was last read.
ALTER TABLE notifications ADD COLUMN workspace_id BLOB REFERENCES workspaces(id) ON DELETE CASCADE;
ALTER TABLE notifications ADD COLUMN kind TEXT NOT NULL DEFAULT 'notice';
ALTER TABLE notifications ADD COLUMN count INTEGER NOT NULL DEFAULT 1;
ALTER TABLE notifications ADD COLUMN route TEXT;
ALTER TABLE notifications ADD COLUMN object_type TEXT;
ALTER TABLE notifications ADD COLUMN object_id TEXT;
-- Unread notifications with the same key are one.
ALTER TABLE notifications ADD COLUMN group_key TEXT;
CREATE INDEX notifications_by_group ON notifications (user_id, group_key) WHERE group_key IS NOT NULL AND read_at IS NULL;
CREATE INDEX notifications_unread ON notifications (user_id, id) WHERE read_at IS NULL;
