-- The declared jobs, and the lease of the process that runs each. The token is a fencing token: it grows with every lease.
-- The holder raises the beat while it runs; a lease whose beat stands still has lost its process.

CREATE TABLE scheduled_jobs (
  name text PRIMARY KEY,
  schedule text NOT NULL,
  next_at timestamptz NOT NULL,
  token bigint NOT NULL DEFAULT 0,
  holder text,
  beat bigint NOT NULL DEFAULT 0,
  -- Runs for next_at whose process died.
  attempts integer NOT NULL DEFAULT 0
);

-- The latest runs of each job; the outcome of a running one is null.

CREATE TABLE scheduled_job_runs (
  job text NOT NULL REFERENCES scheduled_jobs (name) ON DELETE CASCADE,
  token bigint NOT NULL,
  process text NOT NULL,
  -- The admin who started it; null for the schedule. Nothing refers to users: a run outlives them.
  started_by text,
  scheduled_at timestamptz NOT NULL,
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  outcome text,
  error text,
  PRIMARY KEY (job, token)
);
