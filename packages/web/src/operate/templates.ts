/** Templates of questions as data, and drafts of new events from an event or a suggestion. Pure. */
import { type Event, MILLION, type Suggestion } from '@bellwether/contract';
import { shiftDecimal } from '../format/decimal.ts';
import { endOf } from '../format/time.ts';
import { typedText } from '../format/typed-number.ts';
import { plainPoint, scaleOf } from '../numeric/scale.ts';
import { EMPTY_DRAFT, type EventDraft, type MarketDraft } from './draft-shape.ts';
import { chancePercent } from './house-draft.ts';
import { ofKind } from './numeric-draft.ts';
import { isoOfLocal, localOfIso } from './rules.ts';

/** Name and hint of a template, and what it fills in. */
type Template = Partial<EventDraft> & { readonly name: string; readonly hint: string };

/** Markets with these short names, all with the same outcomes. */
const marketsOf = (
  labels: readonly string[],
  question = '',
  outcomes: readonly [string, string] = ['Yes', 'No'],
): readonly MarketDraft[] => labels.map((label, index) => ({ key: index + 1, question, label, outcomes }));

export const TEMPLATES: readonly Template[] = [
  {
    name: 'Yes or no',
    hint: 'One question, two outcomes.',
    description: 'Yes if … by the end date, according to the source. No otherwise.',
    negRisk: false,
    markets: marketsOf(['']),
  },
  {
    name: 'One of several',
    hint: 'Several answers, exactly one wins.',
    description: 'The answer that the source names wins, all others lose. If it names none of them, Other wins.',
    negRisk: true,
    markets: marketsOf(['First answer', 'Second answer', 'Other']),
  },
  {
    name: 'Over or under',
    hint: 'A figure against a line.',
    description: 'Over if the figure of the source is above the line. Under if it is at the line or below.',
    negRisk: false,
    markets: marketsOf([''], 'Over or under …?', ['Over', 'Under']),
  },
  {
    name: 'By when',
    hint: 'Periods, in exactly one of which it happens.',
    description: 'The period in which it happens first wins, by the date that the source gives, in UTC.',
    negRisk: true,
    markets: marketsOf(['This quarter', 'Next quarter', 'Later or never']),
  },
  {
    name: 'Number',
    hint: 'Ranges of a figure, in exactly one of which it lies.',
    description: 'The range that contains the figure of the source wins. A range includes its lower edge.',
    ...ofKind('number'),
  },
  {
    name: 'Date',
    hint: 'Days, weeks or months, in exactly one of which it happens.',
    description: 'The period in which it happens first wins, by the date that the source gives, in UTC.',
    ...ofKind('date'),
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

/** Markets of a question with these answers, which name them; one of yes or no without any. */
export const marketsFor = (title: string, answers: readonly string[]): readonly MarketDraft[] =>
  answers.length === 0 ? marketsOf([''], title) : marketsOf(answers);

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
