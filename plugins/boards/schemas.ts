import Type from 'typebox'
import {
  bodyFilter,
  inWorkspace,
  named,
  nullable,
  savedQuestionShape,
  tileAnswerShape,
  timeSchema,
} from '../../contract/index.js'
import type { VersionHead } from './board-version.js'
import {
  columns,
  longestName,
  longestText,
  mostTiles,
  visibilities,
  type Board,
  type PublicLink,
} from './board.js'

export const tag = {
  name: 'Boards',
  description: 'Saved questions, arranged as tiles, and their public links.',
}
export const path = '/api/v1/boards'
export const member = inWorkspace('viewer')

const Id = Type.String({ minLength: 1, maxLength: 100 })

export const WithId = Type.Object({ id: Id })
export const WithTile = Type.Object({ id: Id, tile: Id })
export const WithVersion = Type.Object({
  id: Id,
  version: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
})
export const WithLink = Type.Object({ id: Id, link: Id })

const BoardFilter = named(
  'BoardFilter',
  Type.Union([bodyFilter, Type.Null()], {
    description:
      'a tree that the rows of all tiles must meet, in addition to their own filters; null if none',
  }),
)

/** Parameters that all questions share; checkShared() validates them. */
const shared = {
  range: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'range of all tiles; null if each keeps its own',
      }),
    ),
  ),
  timezone: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 100 }))),
  granularity: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 20 }))),
  filter: Type.Optional(BoardFilter),
}

const Name = Type.String({ minLength: 1, maxLength: longestName })
/** By default the copy's name says what it is a copy of. */
export const Copy = Type.Object({ name: Type.Optional(Name) })

/** All fields of a board that a caller may set. */
export const Fields = Type.Object({
  name: Name,
  description: Type.Optional(nullable(Type.String({ maxLength: 2000 }))),
  visibility: Type.Optional(Type.Enum([...visibilities])),
  ...shared,
})

const whole = (minimum: number, maximum: number, description: string) =>
  Type.Integer({ minimum, maximum, description })

const place = {
  left: whole(0, columns - 1, `left edge, as a column of ${columns}`),
  top: whole(0, 1000, 'upper edge, in rows'),
  width: whole(1, columns, 'columns'),
  height: whole(1, 20, 'rows'),
}

const about = {
  title: Type.String({ minLength: 1, maxLength: 200 }),
  chart: Type.String({
    pattern: '^[a-z][a-z0-9-]{0,39}$',
    description: 'how clients draw it: line, bar, number, table …',
  }),
  view: Type.Optional(
    nullable(
      Type.String({ maxLength: 8000, description: 'path at which a client shows the question by itself' }),
    ),
  ),
}

const Text = Type.String({
  minLength: 1,
  maxLength: longestText,
  description: 'Markdown that the tile shows, in place of a question; clients show no HTML of it',
})

/** A tile has one of these. */
const content = {
  question: Type.Optional(savedQuestionShape),
  question_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'the saved question that the tile shows, in place of a question of its own',
    }),
  ),
  text: Type.Optional(Text),
}

const optional = <T extends Type.TProperties>(properties: T) =>
  Type.Partial(Type.Object(properties)).properties

export const NewTile = named('NewTile', Type.Object({ ...about, ...content, ...optional(place) }))
export const TileChange = Type.Partial(Type.Object({ ...about, ...content, ...place }))

export const Layout = named(
  'BoardLayout',
  Type.Object({
    tiles: Type.Array(Type.Object({ id: Id, ...place }), { minItems: 1, maxItems: mostTiles }),
  }),
)

export const TileBody = named(
  'Tile',
  Type.Object({
    id: Type.String(),
    ...about,
    view: nullable(Type.String()),
    ...place,
    question: nullable(savedQuestionShape),
    question_id: Type.Optional(
      Type.String({ description: 'the saved question that the tile shows; absent if it has its own' }),
    ),
    question_name: Type.Optional(nullable(Type.String({ description: 'the name of the saved question' }))),
    missing: Type.Optional(
      Type.Boolean({
        description: 'the saved question was deleted or is private to someone else; question is null then',
      }),
    ),
    text: Type.Optional(
      Type.String({ description: 'the Markdown that the tile shows; question is null then' }),
    ),
    asks: nullable(tileAnswerShape),
    for_everybody: Type.Boolean({
      description: 'whether public links show the tile; see plugins/boards/README.md',
    }),
  }),
)

export const BoardBody = named(
  'Board',
  Type.Object({
    id: Type.String(),
    workspace_id: Type.String(),
    owner_id: Type.String({ description: 'Id of the user or key that created the board' }),
    name: Type.String(),
    description: nullable(Type.String()),
    visibility: Type.Enum([...visibilities]),
    range: nullable(Type.String()),
    timezone: nullable(Type.String()),
    granularity: nullable(Type.String()),
    filter: BoardFilter,
    created_at: timeSchema,
    updated_at: timeSchema,
  }),
)

export const boardBody = ({ created_at, updated_at, ...board }: Board) => ({
  ...board,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

export const VersionBody = named(
  'BoardVersion',
  Type.Object({
    version: Type.Integer(),
    changed_by: Type.String({ description: 'Id of a user or key' }),
    changed_by_email: nullable(Type.String({ description: 'The address at that time; null for a key' })),
    changed_at: timeSchema,
    changed: Type.Array(Type.String(), {
      description:
        'what differs from the version before: fields, tiles, or layout if tiles only moved; empty for the first',
    }),
    restored: nullable(Type.Integer({ description: 'the version that this change took back to' })),
    visibility: Type.Enum([...visibilities]),
    name: Type.String(),
    tile_count: Type.Integer(),
  }),
)

export const versionBody = ({ changed_at, ...version }: VersionHead) => ({
  ...version,
  changed_at: changed_at.toISOString(),
})

export const LinkBody = named(
  'PublicLink',
  Type.Object({
    id: Type.String(),
    board_id: Type.String(),
    created_by: Type.String(),
    created_at: timeSchema,
    expires_at: timeSchema,
  }),
)

export const linkBody = ({ created_at, expires_at, ...link }: PublicLink) => ({
  ...link,
  created_at: created_at.toISOString(),
  expires_at: expires_at.toISOString(),
})
