/** The drafts of the demo catalog, written by hand; `wire.ts` converts them. */

/** A market in a theme file; the rest comes from its event. */
export interface MarketDraft {
  readonly slug: string;
  readonly question: string;
  /** The house traders' starting price of the first outcome, in 1/10000; on the tick. */
  readonly fair: number;
  /** Short name inside the event. */
  readonly label?: string;
  /** Rules of this market only; default: the event's. */
  readonly description?: string;
  readonly outcomes?: readonly [string, string];
  readonly tick?: number;
  /** Taker fee rate in 1/10000. */
  readonly fee?: number;
  readonly endDate?: string;
}

/** An answer to an event's question: the end of its slug, its label, its price, and its question if worded differently. */
type Choice = readonly [slug: string, label: string, fair: number, question?: string];

/** Markets of an event with the same question about each answer. */
export const choices = (prefix: string, ask: (label: string) => string, rows: readonly Choice[]): MarketDraft[] =>
  rows.map(([slug, label, fair, question = ask(label)]) => ({ slug: `${prefix}-${slug}`, question, label, fair }));

export interface EventDraft {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly source: string;
  readonly endDate: string;
  readonly tags: readonly TagName[];
  readonly series?: SeriesInput;
  /** Exactly one market resolves to its first outcome. */
  readonly negRisk?: boolean;
  /** Tick of the markets; default 0.01. */
  readonly tick?: number;
  /** Smallest resting order in shares; default 5. */
  readonly minimumSize?: number;
  /** Taker fee rate of the markets in 1/10000; default 0. */
  readonly fee?: number;
  readonly markets: readonly MarketDraft[];
  /** Edges between the markets of a numeric question. */
  readonly numeric?: { readonly kind: 'number'; readonly edges: readonly string[]; readonly unit: string };
}

export const TAGS = {
  science: 'Science',
  space: 'Space',
  technology: 'Technology',
  ai: 'AI',
  climate: 'Climate',
  energy: 'Energy',
  economy: 'Economy',
  sports: 'Sports',
  football: 'Football',
  culture: 'Culture',
  transport: 'Transport',
  health: 'Health',
  cities: 'Cities',
  world: 'World',
} as const;

type TagName = keyof typeof TAGS;

export interface SeriesInput {
  readonly title: string;
  readonly slug: string;
  readonly seriesType: string;
  readonly recurrence: string;
}
