/** Templates of questions as data, and drafts of new events from an event or a suggestion. Pure. */
import type { Event, Suggestion } from '@bellwether/contract';
import { MILLION } from '@bellwether/contract';
import { shiftDecimal } from '../format/decimal.ts';
import { endOf } from '../format/time.ts';
import { typedText } from '../format/typed-number.ts';
import { plainPoint, scaleOf } from '../numeric/scale.ts';
import { EMPTY_DRAFT, type EventDraft, type MarketDraft } from './draft.ts';
import { chancePercent } from './house-draft.ts';
import { isoOfLocal, localOfIso } from './rules.ts';

interface Template {
  readonly name: string;
  readonly hint: string;
  readonly draft: Partial<EventDraft>;
}

const YES_NO = ['Yes', 'No'] as const;

/** Markets with these short names, all with the same outcomes. */
const marketsOf = (
  labels: readonly string[],
  questionOf: (label: string) => string,
  outcomes: readonly [string, string] = YES_NO,
): readonly MarketDraft[] =>
  labels.map((label, index) => ({ key: index + 1, question: questionOf(label), label, outcomes }));

export const TEMPLATES: readonly Template[] = [
  {
    name: 'Yes or no',
    hint: 'One question, two outcomes.',
    draft: {
      description: 'Yes if … by the end date, according to the source. No otherwise.',
      negRisk: false,
      markets: marketsOf([''], () => ''),
    },
  },
  {
    name: 'One of several',
    hint: 'Several answers, exactly one wins.',
    draft: {
      description: 'The answer that the source names wins, all others lose. If it names none of them, Other wins.',
      negRisk: true,
      markets: marketsOf(['First answer', 'Second answer', 'Other'], () => ''),
    },
  },
  {
    name: 'Over or under',
    hint: 'A figure against a line.',
    draft: {
      description: 'Over if the figure of the source is above the line. Under if it is at the line or below.',
      negRisk: false,
      markets: marketsOf([''], () => 'Over or under …?', ['Over', 'Under']),
    },
  },
  {
    name: 'By when',
    hint: 'Periods, in exactly one of which it happens.',
    draft: {
      description: 'The period in which it happens first wins, by the date that the source gives, in UTC.',
      negRisk: true,
      markets: marketsOf(['This quarter', 'Next quarter', 'Later or never'], () => ''),
    },
  },
  {
    name: 'Number',
    hint: 'Ranges of a figure, in exactly one of which it lies.',
    draft: {
      description: 'The range that contains the figure of the source wins. A range includes its lower edge.',
      ...{ kind: 'number', tick: '0.001' },
    },
  },
  {
    name: 'Date',
    hint: 'Days, weeks or months, in exactly one of which it happens.',
    draft: {
      description: 'The period in which it happens first wins, by the date that the source gives, in UTC.',
      ...{ kind: 'date', tick: '0.001', step: '1 month' },
    },
  },
];

/** A copy of an event, without its dates and its address. */
export function draftOfEvent(event: Event): EventDraft {
  const [first] = event.markets;
  return {
    ...EMPTY_DRAFT,
    title: `${event.title} (copy)`,
    description: event.description,
    resolutionSource: event.resolutionSource,
    image: event.image,
    tags: event.tags.map(({ label }) => label),
    series: event.series[0]?.title ?? '',
    negRisk: event.negRisk,
    markets: event.markets.map(({ question, groupItemTitle, outcomeLabels }, index) => ({
      key: index + 1,
      chance: percentText(event.houseMaker?.probabilities[index]),
      question,
      label: groupItemTitle,
      outcomes: [outcomeLabels[0] ?? 'Yes', outcomeLabels[1] ?? 'No'],
    })),
    ...numericOf(event),
    ...houseOf(event),
    ...(first !== undefined && {
      tick: String(first.orderPriceMinTickSize),
      minimumSize: String(first.orderMinSize),
      fee: String(first.takerBaseFee),
    }),
  };
}

const percentText = (part: number | undefined): string =>
  part === undefined ? '' : typedText(chancePercent(Math.round(part * MILLION)));

/** The ranges of a numeric event, by its edges. */
function numericOf(event: Event): Partial<EventDraft> {
  const scale = scaleOf(event);
  if (scale === null) return {};
  const { kind, edges, unit } = scale;
  const plain = edges.map((edge) => plainPoint(kind, edge));
  return {
    kind,
    ranges: 'edges',
    edges: (kind === 'date' ? plain : plain.map((edge) => typedText(edge))).join(' '),
    unit,
  };
}

/** The house on the same terms; off if it did not make the event. */
function houseOf({ houseMaker }: Event): Partial<EventDraft> {
  if (houseMaker === undefined) return { house: false };
  const { subsidy, spread, probabilities } = houseMaker;
  return {
    subsidy: typedText(String(subsidy)),
    spread: typedText(shiftDecimal(spread, 2)),
    ...{ distribution: 'weights', weights: probabilities.map((part) => typedText(String(part))).join(' ') },
  };
}

/** Markets of a question with these answers: one of yes or no without any. */
export const marketsFor = (title: string, answers: readonly string[]): readonly MarketDraft[] =>
  answers.length === 0 ? marketsOf([''], () => title) : marketsOf(answers, (answer) => `${title.trim()} ${answer}`);

export function draftOfSuggestion({ title, description, answers, endDate }: Suggestion): EventDraft {
  const endLocal = localOfIso(endOf(endDate));
  return {
    ...EMPTY_DRAFT,
    title,
    description,
    endLocal: isoOfLocal(endLocal) === '' ? '' : endLocal,
    negRisk: answers.length > 0,
    markets: marketsFor(title, answers),
  };
}
