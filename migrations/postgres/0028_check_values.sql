-- Columns that hold one of a few words, or a figure within bounds, say so. Not the kind of a run, of a website or of a
-- notification: those lists grow with every release, while the release before still runs beside.
ALTER TABLE users
  ADD CONSTRAINT users_role_is_known CHECK (role IN ('free', 'admin'));
ALTER TABLE members
  ADD CONSTRAINT members_role_is_known CHECK (role IN ('viewer', 'editor', 'owner'));
ALTER TABLE invites
  ADD CONSTRAINT invites_role_is_known CHECK (role IN ('viewer', 'editor', 'owner'));
ALTER TABLE account_tokens
  ADD CONSTRAINT account_tokens_purpose_is_known CHECK (purpose IN ('verify_email', 'reset_password', 'change_email', 'sign_in', 'second_factor'));
ALTER TABLE mails
  ADD CONSTRAINT mails_status_is_known CHECK (status IN ('waiting', 'sent', 'kept', 'failed')),
  ADD CONSTRAINT mails_attempts_is_known CHECK (attempts >= 0);
ALTER TABLE runs
  ADD CONSTRAINT runs_status_is_known CHECK (status IN ('queued', 'running', 'paused', 'succeeded', 'failed', 'cancelled')),
  ADD CONSTRAINT runs_attempt_is_known CHECK (attempt >= 0);
ALTER TABLE imports
  ADD CONSTRAINT imports_status_is_known CHECK (status IN ('previewed', 'importing', 'imported', 'undone', 'failed')),
  ADD CONSTRAINT imports_size_bytes_is_known CHECK (size_bytes >= 0),
  ADD CONSTRAINT imports_rows_is_known CHECK (rows >= 0),
  ADD CONSTRAINT imports_rejected_is_known CHECK (rejected >= 0);
ALTER TABLE search_days
  ADD CONSTRAINT search_days_dimension_is_known CHECK (dimension IN ('date', 'detail')),
  ADD CONSTRAINT search_days_level_is_known CHECK (level IN (0, 1));
ALTER TABLE observations
  ADD CONSTRAINT observations_kind_is_known CHECK (kind IN ('serp_result', 'page', 'rank', 'payout'));
ALTER TABLE insights
  ADD CONSTRAINT insights_verdict_is_known CHECK (verdict IN ('open', 'confirmed', 'refuted', 'expired'));
ALTER TABLE opportunities
  ADD CONSTRAINT opportunities_status_is_known CHECK (status IN ('discovered', 'in_review', 'implementing', 'implemented', 'failed', 'dismissed'));
ALTER TABLE annotations
  ADD CONSTRAINT annotations_kind_is_known CHECK (kind IN ('deploy', 'edit', 'title', 'link', 'migration', 'google_update', 'other'));
ALTER TABLE forecasts
  ADD CONSTRAINT forecasts_kind_is_known CHECK (kind IN ('claim', 'quantity')),
  ADD CONSTRAINT forecasts_probability_is_known CHECK (probability BETWEEN 0 AND 1);
ALTER TABLE milestones
  ADD CONSTRAINT milestones_status_is_known CHECK (status IN ('pending', 'in_progress', 'completed', 'missed'));
ALTER TABLE engine_versions
  ADD CONSTRAINT engine_versions_role_is_known CHECK (role IN ('champion', 'challenger', 'retired'));
ALTER TABLE experiments
  ADD CONSTRAINT experiments_design_is_known CHECK (design IN ('before_after', 'split')),
  ADD CONSTRAINT experiments_unit_is_known CHECK (unit IN ('site', 'page', 'query')),
  ADD CONSTRAINT experiments_metric_is_known CHECK (metric IN ('clicks', 'impressions', 'clicks_at_position')),
  ADD CONSTRAINT experiments_verdict_is_known CHECK (verdict IN ('proved', 'likely', 'not_shown', 'not_measurable', 'contaminated')),
  ADD CONSTRAINT experiments_days_is_known CHECK (days > 0);
ALTER TABLE plans
  ADD CONSTRAINT plans_status_is_known CHECK (status IN ('planning', 'waiting_for_approval', 'running', 'halted', 'finished', 'rolled_back', 'rejected', 'undone', 'blocked'));
ALTER TABLE plan_steps
  ADD CONSTRAINT plan_steps_decision_is_known CHECK (decision IN ('approved', 'rejected')),
  ADD CONSTRAINT plan_steps_outcome_is_known CHECK (outcome IN ('failed', 'done', 'verified', 'not_verified'));
