/** Questions on sport. Leagues and clubs are invented. */
import { choices, type EventDraft, type SeriesInput } from './shape.ts';

const LEAGUE: SeriesInput = {
  title: 'Northern Football League',
  slug: 'northern-football-league',
  seriesType: 'single',
  recurrence: 'yearly',
};
const MATCHES: SeriesInput = {
  title: 'Northern Football League: matches',
  slug: 'northern-football-league-matches',
  seriesType: 'single',
  recurrence: 'weekly',
};

const SEASON_RULES =
  'The Northern Football League has ten clubs that meet four times a season. Standings are final when the league ' +
  'publishes its closing table; points that are deducted later do not matter.';

export type Club = readonly [slug: string, name: string];

/** A match: home win, draw, away win. `date`: ISO 8601, the end of the match. */
export function match(home: Club, away: Club, date: string, fair: readonly [number, number, number]): EventDraft {
  const [homeSlug, homeName] = home;
  const [awaySlug, awayName] = away;
  const day = date.slice(0, 10);
  const slug = `${homeSlug}-${awaySlug}-${day}`;
  return {
    slug,
    title: `${homeName} against ${awayName}, ${day}`,
    description:
      'Resolves by the score after 90 minutes and injury time. A match that is broken off and not finished within 48 ' +
      'hours counts as a draw.',
    source: 'Match report of the Northern Football League',
    endDate: date,
    tags: ['sports', 'football'],
    series: MATCHES,
    negRisk: true,
    fee: 300,
    markets: [
      {
        slug: `${slug}-home`,
        question: `Will ${homeName} beat ${awayName} on ${day}?`,
        label: homeName,
        fair: fair[0],
      },
      {
        slug: `${slug}-draw`,
        question: `Will ${homeName} and ${awayName} draw on ${day}?`,
        label: 'Draw',
        fair: fair[1],
      },
      {
        slug: `${slug}-away`,
        question: `Will ${awayName} beat ${homeName} on ${day}?`,
        label: awayName,
        fair: fair[2],
      },
    ],
  };
}

export const KESTREL: Club = ['kestrel-bay', 'Kestrel Bay'];
export const ALDER: Club = ['alder-united', 'Alder United'];
export const PORT: Club = ['port-ravn', 'Port Ravn'];
export const STONE: Club = ['stonebridge', 'Stonebridge'];

export const SPORTS: readonly EventDraft[] = [
  {
    slug: 'northern-football-league-2027-champion',
    title: 'Northern Football League 2026/27: champion',
    description: `${SEASON_RULES} The market of the club on top of the table resolves to Yes, all others to No.`,
    source: 'Closing table of the Northern Football League',
    endDate: '2027-05-30T18:00:00Z',
    tags: ['sports', 'football'],
    series: LEAGUE,
    negRisk: true,
    tick: 0.001,
    markets: choices(
      'northern-league-2027-champion',
      (club) => `Will ${club} win the Northern Football League 2026/27?`,
      [
        ['kestrel-bay', 'Kestrel Bay', 4130],
        ['alder-united', 'Alder United', 2470],
        ['port-ravn', 'Port Ravn', 1390],
        ['stonebridge', 'Stonebridge', 940],
        ['fenwick-rovers', 'Fenwick Rovers', 580],
        ['lowmoor', 'Lowmoor', 310],
        ['another-club', 'another club', 180],
      ],
    ),
  },
  {
    slug: 'northern-football-league-2027-relegation',
    title: 'Northern Football League 2026/27: relegation',
    description: `${SEASON_RULES} The last two clubs go down; each market resolves to Yes if its club is one of them.`,
    source: 'Closing table of the Northern Football League',
    endDate: '2027-05-30T18:00:00Z',
    tags: ['sports', 'football'],
    series: LEAGUE,
    markets: choices(
      'northern-league-2027-relegated',
      (club) => `Will ${club} go down from the Northern Football League in 2027?`,
      [
        ['harrow-sands', 'Harrow Sands', 7200],
        ['millgate', 'Millgate', 5500],
        ['ostby', 'Østby', 3900],
      ],
    ),
  },
  match(KESTREL, ALDER, '2027-02-14T15:00:00Z', [4500, 2700, 2800]),
  match(PORT, STONE, '2027-02-21T15:00:00Z', [4100, 2900, 3000]),
  {
    slug: 'marathon-under-two-hours-by-2028',
    title: 'A marathon under two hours by 2028?',
    description:
      'Resolves to Yes if, by 31 December 2027, the world federation ratifies a marathon world record under 2:00:00. ' +
      'Runs outside of regular competitions do not count.',
    source: 'World records list of the world federation',
    endDate: '2028-06-30T12:00:00Z',
    tags: ['sports'],
    markets: [
      {
        slug: 'marathon-under-two-hours-before-2028',
        question: 'Will a marathon under two hours be ratified as a record for a race before 2028?',
        fair: 2100,
      },
    ],
  },
];
