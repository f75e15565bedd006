-- A tile shows a question of its own, a saved one, or text.
ALTER TABLE board_tiles ADD COLUMN "text" text;
ALTER TABLE board_tiles DROP CONSTRAINT board_tiles_check;
ALTER TABLE board_tiles ADD CONSTRAINT board_tiles_content CHECK (num_nonnulls(question, question_id, "text") = 1);
