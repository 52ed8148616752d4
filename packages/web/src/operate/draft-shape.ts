/** Fields of the draft of a new event. */
export interface MarketDraft {
  /** Stable key for the lifetime of the draft. */
  readonly key: number;
  readonly question: string;
  /** Short name within the event. */
  readonly label: string;
  readonly outcomes: readonly [string, string];
  /** Opening chance of the first outcome in percent, as typed; empty for an equal part. */
  readonly chance?: string;
}

export const EMPTY_DRAFT = {
  title: '',
  /** Slug as typed; empty to derive it from the title. */
  slug: '',
  description: '',
  resolutionSource: '',
  image: '',
  /** `datetime-local` text, in the user's time zone. */
  startLocal: '',
  endLocal: '',
  tags: [] as readonly string[],
  /** Title of a series; empty if there is none. */
  series: '',
  negRisk: false as boolean,
  markets: [{ key: 1, question: '', label: '', outcomes: ['Yes', 'No'] }] as readonly MarketDraft[],
  /** Markets with named answers, or ranges of a number or a date. */
  kind: 'answers' as 'answers' | 'number' | 'date',
  /** `step`: ranges between a start and an end. `edges`: between given edges. */
  ranges: 'step',
  ...{ from: '', to: '', step: '', edges: '', unit: '' },
  /** Opening chances: `uniform`, `normal` or `weights`. */
  distribution: 'uniform',
  ...{ mean: '', deviation: '', weights: '' },
  /** True if the house makes the market. */
  house: true as boolean,
  /** The most that the house can lose, and its spread in cents, as typed. */
  ...{ subsidy: '100', spread: '' },
  tick: '0.01',
  minimumSize: '5',
  /** Taker fee rate in ten-thousandths, as typed. */
  fee: '0',
  /** When trading opens, as `datetime-local` text; empty: at once. */
  openLocal: '',
  /** When trading ends, as `datetime-local` text; empty: at the end. */
  closeLocal: '',
  /** True if trading goes on after the end, until the result; a closing time takes precedence. */
  tradesOn: false as boolean,
};

export type EventDraft = Readonly<typeof EMPTY_DRAFT>;

/** Problems by field: `title`, or `market 2 question`, where 2 is the market's key. */
export type Problems = Readonly<Record<string, string>>;
