/** Reads a numeric question: the markets of its buckets, their opening probabilities, and what the event keeps of it. */
import {
  apportion,
  BUCKETS_RULE,
  DISTRIBUTION_FIELDS,
  EDGES_MAX,
  EVENT_FIELDS,
  edgesBetween,
  isOutOfOrder,
  type LineKind,
  NUMERIC_FIELDS,
  normalWeights,
  OPENING_CHANCE_MIN,
  POINTS_OF,
  TITLE_LENGTH_MAX,
  uniformWeights,
} from '@bellwether/contract';
import { lineProblem, textProblem } from '@bellwether/engine';
import { type Buckets, bucketsMetadata, bucketTexts } from '../numeric/buckets.ts';
import { POINT_RULES, pointOf } from '../numeric/points.ts';
import { Fields } from './fields.ts';

/** Most buckets with ticks of 0.01 by default: with more, such a tick is too much of a price. */
const COARSE_MAX = 10;
const WEIGHT_MAX = 1e12;

export interface NumericQuestion {
  /** Records of the markets, as if the event had named them. */
  readonly markets: readonly Fields[];
  readonly metadata: ReturnType<typeof bucketsMetadata>;
  /** Opening probabilities in millionths. */
  readonly opening: readonly number[];
}

/** Returns null for an event that names its markets. */
export function readNumeric(event: Fields): NumericQuestion | null {
  if (!event.hasObject('numeric')) return null;
  const numeric = event.record('numeric');
  numeric.checkInput(NUMERIC_FIELDS);
  if (event.list('markets').length > 0) event.fail('markets', 'must be absent beside numeric, which makes them');
  if (!event.read(EVENT_FIELDS, 'negRisk', true)) event.fail('negRisk', 'must be true or absent beside numeric');
  if (numeric.hasObject('distribution') && !event.has('houseMaker'))
    numeric.fail('distribution', 'needs houseMaker, whose opening probabilities it is');
  const buckets = readBuckets(numeric);
  const title = event.read(EVENT_FIELDS, 'title');
  const tick = buckets.edges.length < COARSE_MAX ? 100 : 10;
  const terms = {
    orderPriceMinTickSize: numeric.read(NUMERIC_FIELDS, 'orderPriceMinTickSize', tick) / 10_000,
    orderMinSize: numeric.get('orderMinSize'),
    takerBaseFee: numeric.get('takerBaseFee'),
  };
  const markets = bucketTexts(buckets).map((text) => {
    const question = `${title}${title.endsWith('?') ? '' : ':'} ${text.question}`;
    if (question.length > TITLE_LENGTH_MAX)
      event.fail('title', `must have at most ${TITLE_LENGTH_MAX} characters together with “${text.question}”`);
    return new Fields({ ...terms, question, groupItemTitle: text.title }, numeric.path);
  });
  return {
    markets,
    metadata: bucketsMetadata(buckets),
    opening: apportion(weightsOf(numeric, buckets), OPENING_CHANCE_MIN),
  };
}

function readBuckets(numeric: Fields): Buckets {
  const [first = numeric.get('from')] = numeric.list('edges');
  const kind = pointOf('date', first) === null ? 'number' : 'date';
  if (first !== undefined && kind === 'number' && pointOf(kind, first) === null)
    numeric.fail(numeric.has('edges') ? 'edges[0]' : 'from', POINT_RULES.either);
  const edges = numeric.has('edges') ? givenEdges(numeric, kind) : steppedEdges(numeric, kind);
  const unit = numeric.read(NUMERIC_FIELDS, 'unit').trim();
  const problem = textProblem(unit, NUMERIC_FIELDS.unit.max) ?? lineProblem(unit);
  if (problem !== null) numeric.fail('unit', problem);
  if (unit !== '' && kind === 'date') numeric.fail('unit', 'must be absent beside dates');
  return { kind, edges, unit };
}

function pointIn(fields: Fields, name: string, kind: LineKind, value = fields.get(name)): bigint {
  return pointOf(kind, fields.required(name, value ?? null)) ?? fields.fail(name, POINT_RULES[kind]);
}

function edgeIn(numeric: Fields, name: string, kind: LineKind, value = numeric.get(name)): bigint {
  const edge = pointIn(numeric, name, kind, value);
  if (kind === 'date' && edge % POINTS_OF.date !== 0n) numeric.fail(name, 'must be a day, without a time');
  return edge;
}

function givenEdges(numeric: Fields, kind: LineKind): bigint[] {
  for (const name of ['from', 'to', 'step']) if (numeric.has(name)) numeric.fail(name, 'must be absent beside edges');
  const given = numeric.list('edges');
  if (given.length < 1 || given.length > EDGES_MAX) numeric.fail('edges', `${BUCKETS_RULE}: 1 to ${EDGES_MAX} edges`);
  const edges = given.map((value, index) => edgeIn(numeric, `edges[${index}]`, kind, value));
  const wrong = edges.findIndex(isOutOfOrder);
  if (wrong > 0) numeric.fail(`edges[${wrong}]`, 'must be more than the edge before it');
  return edges;
}

function steppedEdges(numeric: Fields, kind: LineKind): bigint[] {
  const [from, to] = [edgeIn(numeric, 'from', kind), edgeIn(numeric, 'to', kind)];
  const step =
    kind === 'number'
      ? pointIn(numeric, 'step', 'number')
      : String(numeric.required('step', numeric.get('step') ?? null));
  return edgesBetween(from, to, step, (name, rule) => numeric.fail(name, rule));
}

/** Fields of a distribution by its kind. */
const OF_KIND: Readonly<Record<string, readonly string[]>> = {
  uniform: [],
  normal: ['mean', 'deviation'],
  weights: ['weights'],
};

function weightsOf(numeric: Fields, { kind: line, edges }: Buckets): readonly number[] {
  const given: Fields = numeric.record('distribution');
  given.checkInput(DISTRIBUTION_FIELDS);
  const kind = given.text('kind', 20, 'uniform');
  const own = Object.hasOwn(OF_KIND, kind) ? OF_KIND[kind] : undefined;
  if (own === undefined) given.fail('kind', `must be one of ${Object.keys(OF_KIND).join(', ')}`);
  for (const name of Object.values(OF_KIND).flat())
    if (!own.includes(name) && given.has(name)) given.fail(name, `must be absent in a distribution of kind ${kind}`);
  if (kind === 'uniform') return uniformWeights(edges);
  if (kind === 'weights') return givenWeights(given, edges.length + 1);
  const deviation = pointIn(given, 'deviation', 'number');
  if (deviation <= 0n) given.fail('deviation', 'must be above 0');
  return normalWeights(edges, pointIn(given, 'mean', line), (deviation * POINTS_OF[line]) / POINTS_OF.number);
}

function givenWeights(given: Fields, buckets: number): number[] {
  const weights = given.list('weights').map((weight, index) => {
    const isKnown = typeof weight === 'number' && weight >= 0 && weight <= WEIGHT_MAX;
    return isKnown ? weight : given.fail(`weights[${index}]`, `must be a number from 0 to ${WEIGHT_MAX}`);
  });
  if (weights.length !== buckets) given.fail('weights', `must be ${buckets}, one for each bucket`);
  if (weights.every((weight) => weight === 0)) given.fail('weights', 'must not all be 0');
  return weights;
}
