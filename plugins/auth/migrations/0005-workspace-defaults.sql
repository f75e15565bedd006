-- The calendar of a workspace's questions, as far as a request does not name its own.
ALTER TABLE workspaces
  ADD COLUMN timezone text NOT NULL DEFAULT 'UTC',
  ADD COLUMN week_start text NOT NULL DEFAULT 'monday' CHECK (week_start IN ('monday', 'sunday', 'saturday'));
