/** Reads of the operator's people, and their words. */
import type { Client } from '../../venue/client.ts';
import { reading } from '../../venue/queries.ts';

/** Prefix of everything about people in the operator's cache. */
export const PEOPLE = ['operate', 'people'] as const;

export const STATES = { waiting: 'Waiting', joined: 'Joined', suspended: 'Suspended' } as const;

export const groupsQuery = (client: Client) =>
  reading([...PEOPLE, 'groups'], async (call) => (await client.request('groups', call)).groups, 0);
