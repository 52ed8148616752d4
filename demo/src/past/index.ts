/**
 * The demo's past: ninety days in which fictional people trade, talk and see questions decided. It yields their acts
 * moment by moment; the player has a venue complete one moment before it requests the next. All randomness comes from
 * one seed and all dates from the day of `nowMs`. So each day has the same past, cut at `nowMs` and ended by quotes
 * that stand until the house arrives.
 */
import { createRandom } from '../traders/random.ts';
import type { Act, Moment, PastView } from './acts.ts';
import { beginningOf, momentsUntil } from './calendar.ts';
import { Crowd } from './crowd.ts';
import { addressOf, DESK_PERSON, PEOPLE } from './people.ts';
import { isOpen, type PastEvent, pastEvents } from './questions.ts';
import { Desk } from './quoting.ts';
import { conversation } from './talk.ts';

export type { Act, Moment, PastView } from './acts.ts';

const SEED = 'bellwether demo past 1';
/** Minimum lifetime of the last quotes in minutes, and the maximum extra, so that they do not all end at once. */
const LAST_QUOTES_MINUTES = 8;
const LAST_QUOTES_SPREAD = 20;

/** Yields all acts from the beginning to `nowMs` (Unix milliseconds), in order. */
export function* demoPast({ nowMs, view }: { nowMs: number; view: PastView }): Generator<Moment, void, void> {
  const beginMs = beginningOf(nowMs);
  const events = pastEvents(beginMs, SEED);
  const desk = new Desk(view);
  const crowd = new Crowd(view, SEED);
  const spoken = conversation(beginMs, events, createRandom(`${SEED} talk`))[Symbol.iterator]();
  let next = spoken.next();
  let lastMs = Number.NEGATIVE_INFINITY;
  for (const { fromMs, toMs } of momentsUntil(nowMs)) {
    const isNew = (timeMs: number | null): boolean => timeMs !== null && timeMs <= fromMs && timeMs > lastMs;
    const acts: Act[] = fromMs === beginMs ? arrivals() : [];
    for (const event of events.filter(({ endsMs }) => isNew(endsMs))) {
      acts.push(...decide(event));
      for (const { slug } of event.questions) desk.leave(slug);
    }
    const opened = events.filter(({ opensMs }) => isNew(opensMs));
    if (opened.length > 0) acts.push({ kind: 'publish', events: opened.map(({ input }) => input) });
    const open = events.filter((event) => isOpen(event, fromMs));
    const looked = new Set([...opened, ...crowd.chooseEvents(open)]);
    const books = [...looked].flatMap((event) => event.questions);
    for (const question of books) acts.push(...desk.requote(question, question.pricePpm(fromMs)));
    const all = open.flatMap((event) => event.questions);
    acts.push(...crowd.trade(all, books, fromMs, toMs, beginMs));
    for (; next.done !== true && next.value.atMs < toMs; next = spoken.next()) acts.push(next.value.act);
    yield { fromMs, toMs, acts };
    lastMs = fromMs;
  }
  yield { fromMs: nowMs, toMs: nowMs, acts: lastQuotes(events, desk, nowMs) };
}

function arrivals(): Act[] {
  return [DESK_PERSON, ...PEOPLE].map(({ id, name, bio, units }) => ({
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

function lastQuotes(events: readonly PastEvent[], desk: Desk, nowMs: number): Act[] {
  const random = createRandom(`${SEED} last quotes`);
  const open = events.filter((event) => isOpen(event, nowMs)).flatMap((event) => event.questions);
  return open.flatMap((question) => {
    const minutes = LAST_QUOTES_MINUTES + random.below(LAST_QUOTES_SPREAD + 1);
    return desk.requote(question, question.pricePpm(nowMs), Math.trunc(nowMs / 1_000) + 60 * minutes);
  });
}
