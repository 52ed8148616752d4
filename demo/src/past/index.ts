/**
 * The demo's past: ninety days in which fictional people trade, talk and see questions decided. It yields their acts
 * moment by moment; the player has a venue complete one moment before it requests the next. All randomness comes from
 * one seed and all dates from the day of `nowMs`. So each day has the same past, cut at `nowMs`.
 */
import { createRandom } from '../traders/random.ts';
import type { Act, Moment, PastView } from './acts.ts';
import { beginningOf, momentsUntil } from './calendar.ts';
import { Crowd } from './crowd.ts';
import { addressOf, PEOPLE } from './people.ts';
import { isOpen, type PastEvent, pastEvents } from './questions.ts';
import { conversation } from './talk.ts';

export type { Act, Moment, PastView } from './acts.ts';

const SEED = 'bellwether demo past 1';

/** Yields all acts from the beginning to `nowMs` (Unix milliseconds), in order. */
export function* demoPast({ nowMs, view }: { nowMs: number; view: PastView }): Generator<Moment, void, void> {
  const beginMs = beginningOf(nowMs);
  const events = pastEvents(beginMs, SEED);
  const crowd = new Crowd(view, SEED);
  const spoken = conversation(beginMs, events, createRandom(`${SEED} talk`))[Symbol.iterator]();
  let next = spoken.next();
  let lastMs = Number.NEGATIVE_INFINITY;
  for (const { fromMs, toMs } of momentsUntil(nowMs)) {
    const isNew = (timeMs: number | null): boolean => timeMs !== null && timeMs <= fromMs && timeMs > lastMs;
    const acts: Act[] = fromMs === beginMs ? arrivals() : [];
    for (const event of events.filter(({ endsMs }) => isNew(endsMs))) acts.push(...decide(event));
    const opened = events.filter(({ opensMs }) => isNew(opensMs));
    if (opened.length > 0) acts.push({ kind: 'publish', events: opened.map(({ input }) => input) });
    const open = events.filter((event) => isOpen(event, fromMs));
    acts.push(...crowd.follow(open, fromMs), ...crowd.trade(open, fromMs, toMs, beginMs));
    for (; next.done !== true && next.value.atMs < toMs; next = spoken.next()) acts.push(next.value.act);
    yield { fromMs, toMs, acts };
    lastMs = fromMs;
  }
}

function arrivals(): Act[] {
  return PEOPLE.map(({ id, name, bio, units }) => ({
    kind: 'join',
    person: id,
    address: addressOf(id),
    ...{ name, bio, units },
  }));
}

/** Decides an event with a shared winner, or each market separately. */
function decide({ slug, input, decision, questions }: PastEvent): Act[] {
  if (decision === null) return [];
  if (input.negRisk)
    return [{ kind: 'decide event', event: slug, winner: decision === 'void' ? null : (decision[0] ?? null) }];
  return questions.map(({ slug: market }) => ({
    kind: 'decide market',
    market,
    result: decision === 'void' ? 'half' : decision.includes(market) ? 'first' : 'second',
  }));
}
