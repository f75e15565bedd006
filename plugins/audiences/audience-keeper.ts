import {
  audiences,
  serviceRef,
  type AudienceSource,
  type ServiceParts,
  type WorkspaceAsk,
} from '../../core/contract/index.js'
import { findAudience, insertAudience, type Audience } from './audiences-repository.js'
import { membersOf } from './members.js'

type Wanted = Pick<Audience, 'name' | 'description' | 'definition'>

/** What questions use of the plugin, and what its own routes do beside. */
export interface AudienceKeeper extends AudienceSource {
  /** The caller is its owner. */
  create(ask: Pick<WorkspaceAsk, 'workspace' | 'caller'>, wanted: Wanted): Promise<Audience>
}

export const audienceKeeper = serviceRef<AudienceKeeper>(audiences.name)

type Parts = Pick<ServiceParts, 'records' | 'clock' | 'newId'>

export const createAudienceKeeper = ({ records, clock, newId }: Parts): AudienceKeeper =>
  Object.freeze({
    async members(ask, id) {
      const audience = await findAudience(records, ask.workspaceId, id)
      return audience === null ? null : membersOf(audience.definition, ask)
    },
    create: ({ workspace, caller }, wanted) =>
      insertAudience(records, {
        ...wanted,
        id: newId('aud_'),
        workspace_id: workspace.id,
        owner_id: caller.id,
        created_at: new Date(clock()),
      }),
  } satisfies AudienceKeeper)
