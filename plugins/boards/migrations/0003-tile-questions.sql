-- A tile shows a question of its own or a saved one. No reference: a tile whose question was deleted says so.
ALTER TABLE board_tiles ALTER COLUMN question DROP NOT NULL;
ALTER TABLE board_tiles ADD COLUMN question_id text;
ALTER TABLE board_tiles ADD CHECK ((question IS NULL) <> (question_id IS NULL));
CREATE INDEX board_tiles_question ON board_tiles (question_id) WHERE question_id IS NOT NULL;
