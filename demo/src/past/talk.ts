/** Comments of people of the past, by day and event, and likes. */
import type { Random } from '../traders/random.ts';
import { LATER_LINES, type Line, OPENING_THREADS } from '../traders/talk.ts';
import type { Act } from './acts.ts';
import { atDay } from './calendar.ts';
import { PEOPLE } from './people.ts';
import type { PastEvent } from './questions.ts';

/** `event`: prefix of its slug; `day`: days after it opened. */
const thread = (event: string, day: number, lines: readonly Line[]) => ({ event, day, lines });

const THREADS = [
  thread('port-ravn-night-market', 6, [
    ['tam', 'First evening was packed, and it rained. I would not sell this at 50.'],
    ['hugo', 'One evening is one evening. Last time the Sunday was empty.'],
    ['tam', 'Last time there was no music on the Sunday.'],
  ]),
  thread('lighthouse-cup', 9, [
    ['mirela', 'Everyone looks at Grey Petrel. Marguerite has the better crew in light wind.'],
    ['goran', 'And the forecast is not light wind.'],
    ['mirela', 'Ask me again on the day.'],
    ['pia', 'The forecast just changed, for what it is worth: six knots from the west.'],
  ]),
  thread('stonebridge-warmest-day', 12, [
    ['pia', 'My garden says 28.6 today and the station is always a little above my garden.'],
    ['ines', 'Rules: it is the published maximum of the station, to one decimal, no rounding.'],
    ['leila', 'So 28.9 is a no. Painful.'],
  ]),
  thread('robot-kitchen-challenge', 20, [
    ['nils', 'They served soup and main course in eight minutes at the rehearsal.'],
    ['yuki', 'And the dessert?'],
    ['nils', 'We do not talk about the dessert.'],
  ]),
  thread('harbour-chess-open', 18, [
    ['yuki', 'Arlt has white against Branwen in round six. That decides it.'],
    ['esme', 'She has not won with white in this open yet.'],
    ['yuki', 'Which is why she is cheap.'],
  ]),
  thread('ostara-4-reaches-space', 30, [
    ['wren', 'Static fire went the full time. The open question is the recovery, and recovery does not count here.'],
    ['ines', 'Correct: only altitude, by the radar of the range.'],
    ['dov', 'Sold some after the second delay. They run out of launch days.'],
    ['wren', 'They have four left and need one.'],
  ]),
  thread('kestrel-ferry-on-batteries', 24, [
    ['anouk', 'Day four without engines. The log is public, have a look before you trade.'],
    ['bruno', 'Saw it. Buying.'],
  ]),
  thread('meridian-toolkit-2', 33, [
    ['otto', 'Release candidate is out. Two weeks should be enough.'],
    ['ines', 'A preview does not count, and there are forty open blockers.'],
    ['otto', 'Thirty-nine.'],
  ]),
  thread('alder-city-run', 30, [
    ['leila', 'New course, one hill less. But look at the start list: nobody under 62 this year.'],
    ['salome', 'Someone is always faster than ever in Alder.'],
  ]),
  thread('night-train-tickets', 29, [
    ['anouk', 'I set an alarm for the sale. So did everybody I know.'],
    ['rashid', 'Is one more carriage planned? That would matter.'],
    ['anouk', 'Not that I have heard.'],
  ]),
  thread('kestrel-bay-fenwick-rovers', 5, [
    ['otto', 'Fenwick have not won at the bay since I was young. I was young a long time ago.'],
  ]),
  thread('alder-united-harrow-sands', 10, [
    ['mirela', 'Harrow at ten cents. I know. I still like it.'],
    ['otto', 'You like every ten cents.'],
  ]),
  thread('port-ravn-kestrel-bay', 11, [
    ['otto', 'Kestrel away is the weakest team in the league with the best name.'],
    ['goran', 'They have won three in a row. I ride it.'],
  ]),
];

/** Comments after a decision; those who were right say little. */
const AFTERWARDS: readonly string[] = [
  'Paid already. That was quick.',
  'Well. I was sure.',
  'Thanks to whoever sold me those at the end.',
  'I should read my own notes more often.',
  'On to the next one.',
];

const AFTER_VOID: readonly string[] = ['Not sailed, so everyone gets a quarter. It is what the rules say.'];

/** Speakers for the house's opening threads, which people of the past say in the last weeks. */
const SPEAKERS: Readonly<Record<string, string>> = {
  'taker 1': 'pia',
  'taker 2': 'otto',
  'taker 3': 'ines',
  'taker 4': 'kofi',
  visitor: 'tam',
};
const OPENING_FROM_DAY = 74;
const OPENING_EVERY_HOURS = 21;

type Spoken = { readonly atMs: number; readonly act: Act };

/** All comments in order of time, up to the end of the last day. */
export function conversation(beginMs: number, events: readonly PastEvent[], random: Random): Spoken[] {
  const spoken: Spoken[] = [];
  let comments = 0;
  const say = (event: string, atMs: number, lines: readonly Line[]): void => {
    let replyTo: string | null = null;
    let timeMs = atMs;
    for (const [person, body] of lines) {
      const comment = `comment ${++comments}`;
      spoken.push({ atMs: timeMs, act: { kind: 'say', person, comment, event, replyTo, body } });
      like(comment, person, timeMs);
      replyTo = comment;
      timeMs += (20 + random.below(400)) * 60_000;
    }
  };
  const like = (comment: string, author: string, atMs: number): void => {
    const likes = random.below(5);
    const fans = PEOPLE.filter(({ id }) => id !== author && random.chance(18)).slice(0, likes);
    for (const { id } of fans) {
      const laterMs = (30 + random.below(2_000)) * 60_000;
      spoken.push({ atMs: atMs + laterMs, act: { kind: 'like', person: id, comment } });
    }
  };
  for (const { event: stem, day, lines } of THREADS) {
    const event = events.find(({ slug }) => slug.startsWith(stem));
    if (event !== undefined) say(event.slug, event.opensMs + day * 86_400_000 + random.below(36_000_000), lines);
  }
  for (const { slug, endsMs, decision } of events) {
    if (endsMs === null || (decision !== 'void' && !random.chance(60))) continue;
    const lines = decision === 'void' ? AFTER_VOID : AFTERWARDS.filter(() => random.chance(35)).slice(0, 2);
    for (const body of lines) {
      say(slug, endsMs + (60 + random.below(900)) * 60_000, [[random.pick(PEOPLE)?.id ?? 'tam', body]]);
    }
  }
  const slugs = new Set(events.map(({ slug }) => slug));
  for (const [at, [event, lines]] of Object.entries(OPENING_THREADS).entries()) {
    if (!slugs.has(event)) continue;
    const atMs = atDay(beginMs, OPENING_FROM_DAY, at * OPENING_EVERY_HOURS) + random.below(18_000_000);
    const spokenBy = lines.map(([speaker, body]): Line => [SPEAKERS[speaker] ?? 'tam', body]);
    say(event, atMs, spokenBy);
  }
  const open = events.filter(({ endsMs }) => endsMs === null);
  for (const [at, body] of LATER_LINES.entries()) {
    const event = random.pick(open);
    if (event !== undefined)
      say(event.slug, atDay(beginMs, 12 + 7 * at, random.below(24)), [[random.pick(PEOPLE)?.id ?? 'tam', body]]);
  }
  return spoken.sort((a, b) => a.atMs - b.atMs);
}
