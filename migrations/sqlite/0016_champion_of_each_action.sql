-- Each action of an engine has a champion of its own: what is in charge of forecasts of clicks says nothing of ranks.
DROP INDEX engine_versions_one_champion;
CREATE UNIQUE INDEX engine_versions_one_champion ON engine_versions (workspace_id, engine_id, action) WHERE role = 'champion';
