/** Decided questions other than league matches: sailing, weather, machines, towns. */
import type { EventDraft, MarketDraft, SeriesInput } from '../catalog/shape.ts';
import { atDay, iso } from './calendar.ts';

/**
 * Slugs of the markets whose first outcome was right. `void`: the event did not take place, and each outcome pays its
 * share.
 */
export type Decision = 'void' | readonly string[];

export interface DecidedEvent {
  /** Draft with the opening prices. */
  readonly draft: EventDraft;
  readonly opensMs: number;
  readonly endsMs: number;
  readonly decision: Decision;
  /** Prices in 1/10000 before the result begins to show, by market. */
  readonly eve: readonly number[];
  /** Hours before the end in which the result shows. */
  readonly finalHours: number;
}

const MONTH = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });

/** Date texts for days of the past, and a builder for events between two days. */
interface Ask {
  /** `18 October` */
  date(day: number): string;
  /** `October` */
  month(day: number): string;
  /** `2026-10-18` */
  tag(day: number): string;
  event(
    draft: Omit<EventDraft, 'endDate'>,
    days: readonly [opens: number, ends: number],
    parts: Pick<DecidedEvent, 'decision' | 'eve' | 'finalHours'>,
  ): DecidedEvent;
}

export function otherEvents(beginMs: number): DecidedEvent[] {
  const ask: Ask = {
    date: (day) => `${new Date(atDay(beginMs, day)).getUTCDate()} ${MONTH.format(atDay(beginMs, day))}`,
    month: (day) => MONTH.format(atDay(beginMs, day)),
    tag: (day) => iso(atDay(beginMs, day)).slice(0, 10),
    event: (draft, [opens, ends], parts) => {
      const endsMs = atDay(beginMs, ends, 16);
      return { draft: { ...draft, endDate: iso(endsMs) }, opensMs: atDay(beginMs, opens, 8), endsMs, ...parts };
    },
  };
  return [
    ...regatta(ask, 27, PLAIN_RACE),
    ...regatta(ask, 61, VOID_RACE),
    ...games(ask),
    ...machines(ask),
    ...towns(ask),
    ...journeys(ask),
  ];
}

const REGATTA: SeriesInput = {
  title: 'Lighthouse Cup',
  slug: 'lighthouse-cup',
  seriesType: 'single',
  recurrence: 'monthly',
};
const BOATS = [
  ['grey-petrel', 'Grey Petrel'],
  ['second-wind', 'Second Wind'],
  ['marguerite', 'Marguerite'],
  ['oyster-bay', 'Oyster Bay'],
] as const;

interface Race {
  readonly opens: number;
  /** Prices of the boats in 1/10000. */
  readonly opening: readonly number[];
  readonly eve: readonly number[];
  /** Slug of the winner; null if the race did not take place. */
  readonly winner: string | null;
  readonly finalHours: number;
  readonly rule: string;
}

const PLAIN_RACE: Race = {
  opens: 4,
  opening: [3600, 2700, 2000, 1700],
  eve: [3300, 2300, 3000, 1400],
  winner: 'marguerite',
  finalHours: 9,
  rule: 'Protests are not waited for.',
};
const VOID_RACE: Race = {
  opens: 38,
  opening: [3000, 2500, 3100, 1400],
  eve: [2800, 2600, 3300, 1300],
  winner: null,
  finalHours: 20,
  rule: 'If it is not sailed, all markets are void and pay in equal parts.',
};

function regatta({ date, month, tag, event }: Ask, day: number, race: Race): DecidedEvent[] {
  const slug = `lighthouse-cup-${tag(day)}`;
  const boats = BOATS.map(
    ([boat, name], at): MarketDraft => ({
      slug: `${slug}-${boat}`,
      question: `Will ${name} win the Lighthouse Cup of ${month(day)}?`,
      label: name,
      fair: race.opening[at] ?? 0,
    }),
  );
  const decision = race.winner === null ? 'void' : [`${slug}-${race.winner}`];
  return [
    event(
      {
        slug,
        title: `Lighthouse Cup, ${month(day)}: winner`,
        description: `The boat that is first over the line of the Lighthouse Cup on ${date(day)} resolves to Yes, all others to No. ${race.rule}`,
        source: 'Finish list of the Lighthouse Cup',
        tags: ['sports'],
        series: REGATTA,
        negRisk: true,
        fee: 250,
        markets: boats,
      },
      [race.opens, day],
      { decision, eve: race.eve, finalHours: race.finalHours },
    ),
  ];
}

function games({ date, tag, event }: Ask): DecidedEvent[] {
  const chess = `harbour-chess-open-${tag(48)}`;
  const plays = (slug: string, name: string, fair: number): MarketDraft => ({
    slug: `${chess}-${slug}`,
    question: `Will ${name} win the Harbour Chess Open?`,
    label: name,
    fair,
  });
  const run = `alder-city-run-${tag(78)}`;
  return [
    event(
      {
        slug: chess,
        title: 'Harbour Chess Open: winner',
        description: `The player on top of the closing table of the Harbour Chess Open, which ends on ${date(48)}, resolves to Yes, all others to No. Ties are broken as the open's rules say.`,
        source: 'Closing table of the Harbour Chess Open',
        tags: ['sports', 'culture'],
        negRisk: true,
        markets: [
          plays('vesna-arlt', 'Vesna Arlt', 3100),
          plays('ito-branwen', 'Ito Branwen', 2800),
          plays('samir-oakes', 'Samir Oakes', 2200),
          plays('another-player', 'another player', 1900),
        ],
      },
      [14, 48],
      { decision: [`${chess}-vesna-arlt`], eve: [4700, 3000, 1300, 1000], finalHours: 30 },
    ),
    event(
      {
        slug: run,
        title: 'Alder City Run: winning time under 62 minutes?',
        description: `Resolves to Yes if the half marathon of the Alder City Run on ${date(78)} is won in less than 1:02:00.`,
        source: 'Results of the Alder City Run',
        tags: ['sports', 'health'],
        markets: [{ slug: run, question: 'Will the Alder City Run be won in under 62 minutes?', fair: 4500 }],
      },
      [40, 78],
      { decision: [], eve: [5200], finalHours: 2 },
    ),
  ];
}

function machines({ date, tag, event }: Ask): DecidedEvent[] {
  const kitchen = `robot-kitchen-challenge-${tag(43)}`;
  const launch = `ostara-4-reaches-space-${tag(54)}`;
  const release = `meridian-toolkit-2-${tag(66)}`;
  return [
    event(
      {
        slug: kitchen,
        title: 'Robot kitchen challenge: dinner in twelve minutes?',
        description: `Resolves to Yes if a robot serves the three courses of the kitchen challenge on ${date(43)} in less than twelve minutes without a hand from outside.`,
        source: 'Jury of the robot kitchen challenge',
        tags: ['technology', 'ai'],
        tick: 0.005,
        markets: [
          { slug: kitchen, question: 'Will a robot cook the three courses in under twelve minutes?', fair: 3300 },
        ],
      },
      [9, 43],
      { decision: [], eve: [4300], finalHours: 7 },
    ),
    event(
      {
        slug: launch,
        title: `Ostara-4: over 100 km by ${date(54)}?`,
        description: `Resolves to Yes if the sounding rocket Ostara-4 of the student team at Lowmoor passes 100 km of altitude by ${date(54)}, by the range's own radar.`,
        source: 'Range safety office',
        tags: ['space', 'science'],
        fee: 300,
        markets: [{ slug: launch, question: `Will Ostara-4 pass 100 km by ${date(54)}?`, fair: 5200 }],
      },
      [2, 54],
      { decision: [launch], eve: [3900], finalHours: 3 },
    ),
    event(
      {
        slug: release,
        title: `Meridian toolkit 2.0 by ${date(66)}?`,
        description: `Resolves to Yes if version 2.0 of the Meridian toolkit is published, and not as a preview, by ${date(66)}.`,
        source: 'Release page of the Meridian toolkit',
        tags: ['technology'],
        markets: [{ slug: release, question: `Will the Meridian toolkit 2.0 be out by ${date(66)}?`, fair: 6400 }],
      },
      [5, 66],
      { decision: [], eve: [2200], finalHours: 60 },
    ),
  ];
}

function towns({ date, tag, event }: Ask): DecidedEvent[] {
  const market = `port-ravn-night-market-${tag(17)}`;
  const heat = `stonebridge-warmest-day-${tag(36)}`;
  const degrees = (least: number, fair: number): MarketDraft => ({
    slug: `${heat}-${least}`,
    question: `Will Stonebridge measure ${least} °C or more by ${date(36)}?`,
    label: `${least} °C`,
    fair,
  });
  return [
    event(
      {
        slug: market,
        title: `Port Ravn night market: more than 40,000 visitors?`,
        description: `Resolves to Yes if the harbour office counts more than 40,000 visitors over the four evenings of the night market that ends on ${date(17)}.`,
        source: 'Count of the harbour office of Port Ravn',
        tags: ['culture', 'cities'],
        markets: [
          { slug: market, question: `Will the night market of Port Ravn have over 40,000 visitors?`, fair: 4600 },
        ],
      },
      [0, 17],
      { decision: [market], eve: [6800], finalHours: 40 },
    ),
    event(
      {
        slug: heat,
        title: `How warm does Stonebridge get by ${date(36)}?`,
        description: `Looks at the highest temperature that the weather station of Stonebridge publishes up to ${date(36)}. Each market resolves to Yes if its level was reached, and to No otherwise.`,
        source: 'Weather station of Stonebridge',
        tags: ['climate'],
        markets: [degrees(26, 7800), degrees(29, 4900), degrees(32, 1800)],
      },
      [6, 36],
      { decision: [`${heat}-26`, `${heat}-29`], eve: [9000, 6300, 900], finalHours: 72 },
    ),
  ];
}

function journeys({ date, tag, event }: Ask): DecidedEvent[] {
  const ferry = `kestrel-ferry-on-batteries-${tag(70)}`;
  const tickets = `night-train-tickets-${tag(84)}`;
  return [
    event(
      {
        slug: ferry,
        title: `The Kestrel Bay ferry: a week on batteries alone?`,
        description: `Resolves to Yes if the ferry of Kestrel Bay runs seven days in a row without its engines by ${date(70)}, by the log that the line publishes.`,
        source: 'Log of the Kestrel Bay ferry',
        tags: ['transport', 'energy'],
        markets: [
          { slug: ferry, question: `Will the Kestrel Bay ferry run a week on batteries by ${date(70)}?`, fair: 3100 },
        ],
      },
      [20, 70],
      { decision: [ferry], eve: [7400], finalHours: 50 },
    ),
    event(
      {
        slug: tickets,
        title: 'Night train to the coast: sold out on the first day?',
        description: `Resolves to Yes if all berths of the first night of the winter timetable are sold on the day sales open, ${date(84)}.`,
        source: 'Ticket office of the line',
        tags: ['transport', 'world'],
        tick: 0.005,
        markets: [
          { slug: tickets, question: 'Will the first night train of the winter sell out in a day?', fair: 3800 },
        ],
      },
      [52, 84],
      { decision: [tickets], eve: [5900], finalHours: 8 },
    ),
  ];
}
