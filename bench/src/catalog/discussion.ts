/** Comments of a large venue: they crowd on a few events, and more than half answer an earlier one there. */
import {
  accountId,
  type Command,
  type CommentId,
  catalogId,
  GENERATED_IDS_FROM,
  isCommentId,
} from '@bellwether/engine';
import type { Random } from '../shared/random.ts';
import { crowded } from './life.ts';

const REPLY_PROBABILITY = 0.6;
/** A reply answers one of the latest comments of its event. */
const RECENT = 20;

/** Makes the n-th comment, from 0; ids follow the order of writing from 1. */
export function discussion(events: number, accounts: number): (random: Random, index: number) => Command {
  const recent = new Map<number, CommentId[]>();
  return (random, index) => {
    const event = crowded(random, events, 3);
    const latest = recent.get(event) ?? [];
    const parent = random.chance(REPLY_PROBABILITY) ? latest[random.below(latest.length)] : undefined;
    const id = index + 1;
    if (!isCommentId(id)) throw new Error(`not a comment id: ${id}`);
    recent.set(event, [...latest.slice(1 - RECENT), id]);
    return {
      kind: 'AddComment',
      account: accountId(crowded(random, accounts, 1.5)),
      entity: { type: 'Event', id: catalogId(GENERATED_IDS_FROM + 1 + event) },
      parent: parent ?? null,
      body: `Comment ${index}: what was published today makes me think again about this one.`,
    };
  };
}
