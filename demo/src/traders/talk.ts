/**
 * Comments of the house's accounts: threads that open the conversation on events of the demo catalog, and later lines.
 */

export type Line = readonly [speaker: string, body: string];

const MAREN = 'taker 1';
const IDRIS = 'taker 2';
const TOMOKO = 'taker 3';
const ANSELM = 'taker 4';
const LUCIA = 'visitor';

/**
 * Threads by the event's slug, written once, in this order, on a venue where the house has no comments yet: a comment,
 * then each line as a reply to the one before.
 */
export const OPENING_THREADS: Readonly<Record<string, readonly Line[]>> = {
  'northern-football-league-2027-champion': [
    [IDRIS, 'Kestrel Bay at 41% looks about right, but their away games all come in spring. I took some Alder United.'],
    [LUCIA, 'If I buy No on Kestrel Bay, is that the same as buying everyone else?'],
    [TOMOKO, 'Yes: exactly one club wins, so No here pays whenever any other club does. You can even convert it.'],
  ],
  'next-people-on-the-moon': [
    [IDRIS, 'Every schedule so far has slipped by a year or more. I sell the early dates and sleep well.'],
    [MAREN, 'Slips are in the price already. What would change it is a successful refuelling test.'],
  ],
  'global-temperature-rank-2027': [
    [MAREN, 'The ocean is cooler than a year ago. First place is less likely than it looks.'],
    [ANSELM, 'By how much would you move it?'],
    [MAREN, 'Three or four points. I have a bid resting there.'],
  ],
  'ecb-rate-decision-march-2027': [
    [ANSELM, 'Inflation came in as expected twice in a row: no change stays the favourite for me.'],
    [LUCIA, 'And if they change the rate between two meetings?'],
    [TOMOKO, 'Only the decision of that meeting counts. It says so in the rules below the chart.'],
  ],
  'ai-mathematics-olympiad-2027': [
    [
      TOMOKO,
      'Mind the wording: only programs whose weights anyone can download count, under the time limit for people.',
    ],
    [IDRIS, 'That is why I am not at 90%.'],
  ],
  'robot-half-marathon-2027': [
    [IDRIS, 'Last time the batteries decided it, not the legs.'],
    [LUCIA, 'Do they get to change batteries on the way?'],
    [TOMOKO, 'They do; the rules say so. Being carried is what ends a run.'],
  ],
  'arctic-sea-ice-minimum-2027': [
    [MAREN, 'Winter maximum first, then we talk. The thresholds lie close together, so prices jump with every report.'],
  ],
  'coffee-price-2027': [
    [ANSELM, 'Two good harvests in a row would be needed for the low end. I hold a little of the middle.'],
    [LUCIA, 'I am just here for the coffee.'],
  ],
  'harbour-film-awards-2027-best-film': [
    [LUCIA, 'Has anyone seen all of them? The favourite is fine, but another one stays with you.'],
  ],
  'world-design-fair-2031-host': [
    [TOMOKO, 'The commission visits in spring. Until then this is mostly opinion, mine included.'],
  ],
  'night-train-north-south-2028': [
    [LUCIA, 'I would take that train tomorrow.'],
    [ANSELM, 'Rolling stock is ordered; the timetable is the hard part. A coin toss for me.'],
  ],
  'kestrel-bay-alder-united-2027-02-14': [[IDRIS, 'Derby day. The draw is always too cheap in this one.']],
  'quantum-factoring-by-2030': [
    [TOMOKO, 'Watch out: tricks that use the known factors do not count, and most headlines are that.'],
  ],
  'bright-comet-2027': [[MAREN, 'Comets are like cats: they have tails and do what they want.']],
  'renewable-share-electricity-2027': [
    [MAREN, 'A wet year for hydro would do more for this than anything that is being built.'],
  ],
  'club-coin-toss-2027': [
    [ANSELM, 'The house quotes this one at 50, as it should. If you find an edge in a coin toss, tell me.'],
    [LUCIA, 'Bought five shares, for science.'],
  ],
};

/** Occasional comments, on any event. */
export const LATER_LINES: readonly string[] = [
  'The last trades moved it more than I expected.',
  'Took a small position here. Happy to be told why I am wrong.',
  'The spread has become tight. A limit order inside it fills quickly.',
  'Read the resolution source again before you trade this one.',
  'I keep an order resting a few cents away, in case somebody is in a hurry.',
  'Nothing new today as far as I can see, just noise.',
  'Sold half of mine. The price has come most of the way.',
  'What would have to happen for this to double?',
  'Patience pays here: it is a long time until the end date.',
  'The holders list is worth a look on this market.',
];
