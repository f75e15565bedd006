-- A filter tree that all tiles of the board share, as JSON.
ALTER TABLE boards ADD COLUMN filter text;
