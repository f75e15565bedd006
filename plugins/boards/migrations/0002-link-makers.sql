-- Links end with those who made them.
CREATE INDEX board_links_maker ON board_links (created_by);
