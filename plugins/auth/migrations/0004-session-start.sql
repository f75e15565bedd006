-- When the person signed in: a refreshed session keeps the time of its first, so that the chain ends. For the sessions of before, the time of their last refresh is what is known.

ALTER TABLE sessions ADD COLUMN signed_in_at timestamptz NOT NULL DEFAULT now();
UPDATE sessions SET signed_in_at = created_at;
