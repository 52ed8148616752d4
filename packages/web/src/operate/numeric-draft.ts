/** A numeric question as it is drafted: its edges, what is wrong, a preview, and its part of the request body. Pure. */
import {
  apportion,
  BUCKETS_RULE,
  EDGES_MAX,
  edgesBetween,
  isOutOfOrder,
  MILLION,
  normalWeights,
  OPENING_CHANCE_MIN,
  POINTS_OF,
  uniformWeights,
} from '@bellwether/contract';
import { bucketWords, plainPoint, readPoint, type Scale } from '../numeric/scale.ts';
import type { EventDraft } from './draft-shape.ts';

/** Steps between dates with their labels. */
export const DATE_STEPS = [
  ['1', 'Day'],
  ['7', 'Week'],
  ['1 month', 'Month'],
  ['1 quarter', 'Quarter'],
  ['1 year', 'Year'],
] as const;

/** A draft's first values for results of this kind. Prices of many ranges are small, and need a finer tick. */
export const ofKind = (kind: EventDraft['kind']) => ({
  kind,
  tick: kind === 'answers' ? '0.01' : '0.001',
  step: kind === 'date' ? '1 month' : '',
});

type Field = 'from' | 'to' | 'step' | 'edges' | 'mean' | 'deviation' | 'weights';

/** A rule that a field breaks, thrown within this file only. */
class Wrong extends Error {
  readonly field: Field;

  constructor(field: Field, rule: string) {
    super(`${rule.charAt(0).toUpperCase()}${rule.slice(1)}.`);
    this.field = field;
  }
}

function fail(field: Field, rule: string): never {
  throw new Wrong(field, rule);
}

/** Returns what the function does, or what is wrong. */
function attempt<Value>(read: () => Value): Value | Wrong {
  try {
    return read();
  } catch (error) {
    if (error instanceof Wrong) return error;
    throw error;
  }
}

const kindOf = ({ kind }: EventDraft) => (kind === 'date' ? 'date' : 'number');

function pointIn(field: Field, text: string, kind: Scale['kind'] = 'number'): bigint {
  const rule = kind === 'date' ? 'must be a day' : 'must be a number';
  return readPoint(kind, text) ?? fail(field, field === 'edges' ? `“${text}” ${rule}` : rule);
}

const wordsOf = (text: string): readonly string[] => text.split(/[\s;|]+/).filter((word) => word !== '');

function edgesOf(draft: EventDraft): readonly bigint[] {
  const kind = kindOf(draft);
  if (draft.ranges !== 'edges') {
    const [from, to] = [pointIn('from', draft.from, kind), pointIn('to', draft.to, kind)];
    return edgesBetween(from, to, kind === 'date' ? draft.step : pointIn('step', draft.step), fail);
  }
  const words = wordsOf(draft.edges);
  if (words.length === 0 || words.length > EDGES_MAX) fail('edges', BUCKETS_RULE);
  const edges = words.map((word) => pointIn('edges', word, kind));
  const wrong = edges.findIndex(isOutOfOrder);
  return wrong < 0 ? edges : fail('edges', `“${words[wrong]}” must be more than the edge before it`);
}

function weightsOf(draft: EventDraft, edges: readonly bigint[]): readonly number[] {
  if (draft.distribution === 'uniform') return uniformWeights(edges);
  if (draft.distribution === 'normal') {
    const [mean, deviation] = [pointIn('mean', draft.mean, kindOf(draft)), pointIn('deviation', draft.deviation)];
    if (deviation <= 0n) fail('deviation', 'must be above 0');
    return normalWeights(edges, mean, (deviation * POINTS_OF[kindOf(draft)]) / POINTS_OF.number);
  }
  const weights = wordsOf(draft.weights).map((word) => Number(pointIn('weights', word)) / MILLION);
  if (weights.length !== edges.length + 1)
    fail('weights', `must be ${edges.length + 1}, one for each range; these are ${weights.length}`);
  if (weights.some((weight) => weight < 0) || weights.every((weight) => weight === 0))
    fail('weights', 'must be 0 or more, and not all 0');
  return weights;
}

export function numericProblems(draft: EventDraft): Readonly<Record<string, string>> {
  const found = attempt(() => weightsOf(draft.house ? draft : { ...draft, distribution: 'uniform' }, edgesOf(draft)));
  return found instanceof Wrong ? { [found.field]: found.message } : {};
}

/** The ranges with their opening chances, which are even while the distribution is incomplete; null without edges. */
export function previewOf(draft: EventDraft) {
  const edges = attempt(() => edgesOf(draft));
  if (edges instanceof Wrong) return null;
  const scale: Scale = { kind: kindOf(draft), edges, unit: draft.kind === 'date' ? '' : draft.unit.trim() };
  const weights = attempt(() => weightsOf(draft, edges));
  const parts = apportion(weights instanceof Wrong ? uniformWeights(edges) : weights, OPENING_CHANCE_MIN);
  return { scale, labels: bucketWords(scale), chances: parts.map((part) => part / MILLION) };
}

/** `numeric` of the body of `POST /admin/events`. The draft must have no problems. */
export function numericBody(draft: EventDraft): Readonly<Record<string, unknown>> {
  const kind = kindOf(draft);
  const edges = edgesOf(draft).map((edge) => plainPoint(kind, edge));
  const plain = (text: string, of: Scale['kind'] = 'number') => plainPoint(of, readPoint(of, text) ?? 0n);
  const distribution = {
    kind: draft.distribution,
    ...(draft.distribution === 'normal' && {
      mean: plain(draft.mean, kind),
      deviation: Number(plain(draft.deviation)),
    }),
    ...(draft.distribution === 'weights' && { weights: wordsOf(draft.weights).map((word) => Number(plain(word))) }),
  };
  return {
    ...(draft.ranges === 'edges'
      ? { edges }
      : { from: edges[0], to: edges.at(-1), step: kind === 'date' ? draft.step : plain(draft.step) }),
    ...(kind === 'number' && draft.unit.trim() !== '' && { unit: draft.unit.trim() }),
    ...(draft.house && { distribution }),
  };
}
