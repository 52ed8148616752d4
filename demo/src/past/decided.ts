/**
 * Questions opened and decided in the ninety days before the demo starts. They are invented, with dates relative to the
 * beginning.
 */
import { ALDER, type Club, KESTREL, match, PORT, STONE } from '../catalog/sports.ts';
import { atDay, iso, saturdays } from './calendar.ts';
import { type DecidedEvent, otherEvents } from './decided-events.ts';

export function decidedEvents(beginMs: number): DecidedEvent[] {
  const events = [...matches(beginMs), ...otherEvents(beginMs)];
  return events.sort((a, b) => a.opensMs - b.opensMs || a.endsMs - b.endsMs);
}

const FENWICK: Club = ['fenwick-rovers', 'Fenwick Rovers'];
const LOWMOOR: Club = ['lowmoor', 'Lowmoor'];
const HARROW: Club = ['harrow-sands', 'Harrow Sands'];
const MILLGATE: Club = ['millgate', 'Millgate'];
const OSTBY: Club = ['ostby', 'Østby'];

type Result = 'home' | 'draw' | 'away';
type Prices = readonly [number, number, number];

/** Saturday of the past, clubs, prices at the opening and at kick-off, result. */
const MATCHES: readonly (readonly [
  saturday: number,
  home: Club,
  away: Club,
  opening: Prices,
  eve: Prices,
  result: Result,
])[] = [
  [1, KESTREL, FENWICK, [5600, 2500, 1900], [6100, 2300, 1600], 'home'],
  [2, STONE, PORT, [3600, 3000, 3400], [3200, 3000, 3800], 'draw'],
  [3, ALDER, HARROW, [7200, 1800, 1000], [7000, 1900, 1100], 'away'],
  [5, LOWMOOR, KESTREL, [1700, 2400, 5900], [2100, 2500, 5400], 'away'],
  [6, MILLGATE, OSTBY, [3900, 3100, 3000], [4400, 3000, 2600], 'home'],
  [7, FENWICK, ALDER, [2400, 2700, 4900], [2200, 2600, 5200], 'draw'],
  [9, PORT, KESTREL, [3100, 2900, 4000], [2800, 2900, 4300], 'home'],
  [10, ALDER, STONE, [5400, 2600, 2000], [5800, 2500, 1700], 'home'],
  [11, HARROW, LOWMOOR, [3300, 3100, 3600], [3000, 3100, 3900], 'away'],
];

const MATCH_DAYS = 12;
const FINAL_WHISTLE_HOURS = 17;

function matches(beginMs: number): DecidedEvent[] {
  const days = saturdays(beginMs);
  return MATCHES.flatMap(([saturday, home, away, opening, eve, result]) => {
    const day = days[saturday] ?? 0;
    const endsMs = atDay(beginMs, day, FINAL_WHISTLE_HOURS);
    const draft = match(home, away, iso(endsMs), opening);
    const opensMs = atDay(beginMs, Math.max(0, day - MATCH_DAYS), 8);
    return [{ draft, opensMs, endsMs, decision: [`${draft.slug}-${result}`], eve, finalHours: 4 }];
  });
}
