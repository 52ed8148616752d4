/**
 * The public face of the house's accounts: a name and a bio for each trader, and their comments. Profiles are set once.
 * If the accounts have no comments yet, a first round is written; later one of them occasionally comments or likes
 * something. Every bio says that the account is the house, playing with play money.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isRefused, isUnauthorized } from '@bellwether/sdk';
import type { HouseTrader } from './house-accounts.ts';
import type { Random } from './random.ts';
import { LATER_LINES, type Line, OPENING_THREADS } from './talk.ts';

/** Pause between two comments or likes. */
const PAUSE_MS_MIN = 120_000;
const PAUSE_MS_SPREAD = 240_000;
/** Percentage of likes among comments and likes. */
const LIKE_PERCENT = 45;
/** Number of top-level comments of an event from which the house only likes. */
const COMMENTS_MAX = 8;
const EVENTS_LOOKED_AT = 40;
const COMMENTS_LOOKED_AT = 20;

const DISCLAIMER = 'House account of this demo: it trades by itself, with play money only.';

export const RESIDENTS: ReadonlyMap<string, { readonly name: string; readonly bio: string }> = new Map([
  ['taker 1', { name: 'Maren Holt', bio: `Follows climate and energy figures. ${DISCLAIMER}` }],
  ['taker 2', { name: 'Idris Vale', bio: `Football on Saturdays, rockets on weekdays. ${DISCLAIMER}` }],
  ['taker 3', { name: 'Tomoko Brandt', bio: `Reads the resolution rules so that you need not. ${DISCLAIMER}` }],
  ['taker 4', { name: 'Anselm Roy', bio: `Central banks, coffee and other prices. ${DISCLAIMER}` }],
  ['visitor', { name: 'Lucia Ferrant', bio: `Does not trade; asks questions. ${DISCLAIMER}` }],
]);

/**
 * Sets the profiles, opens the conversation if there is none, and continues it until the signal or the venue stops it.
 */
export async function runResidents(traders: readonly HouseTrader[], random: Random, signal: AbortSignal) {
  const speakers = traders.filter(({ name }) => RESIDENTS.has(name));
  if (speakers.length === 0) return;
  await Promise.all(speakers.map((speaker) => introduce(speaker, signal)));
  if (await areSilent(speakers, signal)) {
    for (const [slug, lines] of Object.entries(OPENING_THREADS)) await speak(slug, lines, speakers, signal);
  }
  for (;;) {
    await sleep(PAUSE_MS_MIN + random.below(PAUSE_MS_SPREAD), undefined, { signal });
    const speaker = random.pick(speakers);
    if (speaker !== undefined) await tolerate(() => joinIn(speaker, random, signal));
  }
}

/** Sets a profile; a name that is already taken stays with its owner. */
async function introduce({ name, address, client }: HouseTrader, signal: AbortSignal): Promise<void> {
  const resident = RESIDENTS.get(name);
  if (resident === undefined) return;
  await tolerate(async () => {
    const shown = await client.profile.get(address, { signal });
    if (shown.bio === resident.bio) return;
    await client.profile.update({ name: resident.name, bio: resident.bio }, { signal });
  });
}

/** True if no account of the house has a comment that still exists. */
async function areSilent(speakers: readonly HouseTrader[], signal: AbortSignal): Promise<boolean> {
  for (const { address, client } of speakers) {
    const said = await client.comments.ofUser(address, { limit: 1 }, { signal });
    if (said.length > 0) return false;
  }
  return true;
}

/**
 * Writes a comment on an event with its replies. Does nothing if the venue has no such event or the event already has
 * comments.
 */
async function speak(slug: string, lines: readonly Line[], speakers: readonly HouseTrader[], signal: AbortSignal) {
  await tolerate(async () => {
    const first = speakers[0];
    if (first === undefined) return;
    const event = await first.client.events.get({ slug }, {}, { signal });
    const entity = { parentEntityType: 'Event' as const, parentEntityID: Number(event.id) };
    const about = { parent_entity_type: 'Event', parent_entity_id: Number(event.id), limit: 1 } as const;
    const said = await first.client.comments.list(about, { signal });
    if (said.length > 0) return;
    let parentCommentID = '';
    for (const [name, body] of lines) {
      const speaker = speakers.find((each) => each.name === name) ?? first;
      const comment = await speaker.client.comments.add({ ...entity, body, parentCommentID }, { signal });
      parentCommentID = comment.id;
    }
  });
}

/** Adds one comment to an event, or one like; only a like if the event has many comments already. */
async function joinIn({ address, client }: HouseTrader, random: Random, signal: AbortSignal): Promise<void> {
  const events = await client.events.list({ active: true, closed: false, limit: EVENTS_LOOKED_AT }, { signal });
  const event = random.pick(events);
  if (event === undefined) return;
  const entity = { parentEntityType: 'Event' as const, parentEntityID: Number(event.id) };
  const comments = await client.comments.list(
    { parent_entity_type: 'Event', parent_entity_id: Number(event.id), limit: COMMENTS_LOOKED_AT },
    { signal },
  );
  const others = comments.filter(({ userAddress, removed }) => !removed && userAddress !== address.toLowerCase());
  const liked = random.pick(others);
  if (comments.length >= COMMENTS_MAX || (liked !== undefined && random.chance(LIKE_PERCENT))) {
    if (liked !== undefined) await client.comments.react(liked.id, {}, { signal });
    return;
  }
  const body = random.pick(LATER_LINES);
  if (body !== undefined) await client.comments.add({ ...entity, body }, { signal });
}

/** Ignores refusals: comments are not worth ending a session for. */
async function tolerate(say: () => Promise<void>): Promise<void> {
  try {
    await say();
  } catch (error) {
    if (!isRefused(error) || isUnauthorized(error)) throw error;
  }
}
