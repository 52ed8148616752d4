/**
 * The plan of a run: its actions and their times, made in advance from the seed alone. Each position draws from its own
 * stream, so that one can be left out while all others stay the same.
 */
import type { Dice } from '../dice/dice.ts';
import type { Feature, Features } from '../features/table.ts';
import type { RunLimits } from '../limits.ts';
import type { Action } from './acting.ts';
import { COMMUNITY, KEYS } from './actions/account.ts';
import { DESK } from './actions/desk.ts';
import { HOSTILE } from './actions/hostile.ts';
import { ACCOUNT_KEYS } from './actions/keys.ts';
import { OPERATOR } from './actions/operator.ts';
import { ORDERS } from './actions/orders.ts';
import { POSITIONS } from './actions/positions.ts';
import { BOOKS, READS } from './actions/reads.ts';
import { RESULTS } from './actions/results.ts';

export const ACTIONS: readonly Action[] = [
  ...ORDERS,
  ...DESK,
  ...POSITIONS,
  ...KEYS,
  ...ACCOUNT_KEYS,
  ...COMMUNITY,
  ...HOSTILE,
  ...OPERATOR,
  ...RESULTS,
  ...READS,
  ...BOOKS,
];

const BY_KIND: ReadonlyMap<string, Action> = new Map(ACTIONS.map((action) => [action.kind, action]));

export function actionOf(kind: string): Action {
  const action = BY_KIND.get(kind);
  if (action === undefined) throw new Error(`there is no action ${kind}`);
  return action;
}

/** Average number of commands per plan position that submits any, because of batches, repeats and doubled requests. */
const COMMANDS_OF_A_PLACE = 1.3;

/** Client actions in a run with these features. */
const actionsWith = (features: Features): readonly Action[] =>
  ACTIONS.filter(({ needs }) => needs === undefined || features.has(needs));

/** True if clients still do this action when `taken` is removed. */
function isPossible(kind: string, taken: readonly Feature[] = []): boolean {
  const { needs } = actionOf(kind);
  return needs === undefined || !taken.includes(needs);
}

export function placesFor(commands: number, features: Features): number {
  const sum = (actions: readonly Action[]): number => actions.reduce((weights, { weight }) => weights + weight, 0);
  const actions = actionsWith(features);
  const sending = actions.filter(({ isSilent }) => isSilent !== true);
  return Math.ceil((commands * sum(actions)) / sum(sending) / COMMANDS_OF_A_PLACE);
}

export interface Planned {
  readonly index: number;
  readonly client: number;
  readonly kind: string;
  readonly atMs: number;
}

type Lives = readonly (readonly [weight: number, least: number, most: number])[];

/** Length of a venue's life: usually minutes, so that a lot happens at a time; sometimes hours, for slow effects. */
const LIVES_MS: Lives = [
  [7, 120_000, 320_000],
  [2, 320_000, 900_000],
  [0.1, 3_600_000, 5_400_000],
];
/**
 * Several nodes tell each other a hundred times a second that there is no news; hours of that would take time from
 * other seeds.
 */
const LIVES_OF_SEVERAL_MS: Lives = [
  [7, 120_000, 280_000],
  [1, 280_000, 600_000],
];
/** Busy moments per life, the share of actions at those moments (drawn for each life), and the length of a moment. */
const MOMENTS = 60;
const AT_A_MOMENT = [0.7, 0.9, 1] as const;
const MOMENT_MS = 60;

/** Makes a plan of `actions` positions, sorted by time. */
export function makePlan(dice: Dice, actions: number, clients: number, features: Features): readonly Planned[] {
  const weights = weightsWith(features);
  const lives = features.has('several_nodes') ? LIVES_OF_SEVERAL_MS : LIVES_MS;
  const [, least, most] = dice.weighted(lives.map((life) => [life[0], life] as const));
  const life = dice.between(least, most);
  const atAMoment = dice.pick(AT_A_MOMENT);
  const moments = Array.from({ length: MOMENTS }, () => dice.below(life));
  const planned = Array.from({ length: actions }, (): Omit<Planned, 'index'> => {
    const atMs = dice.chance(atAMoment) ? dice.pick(moments) + dice.below(MOMENT_MS) : dice.below(life);
    const kind = dice.weighted(weightsAt(weights, atMs / life));
    // The first clients are the busiest; the operator is not a trader.
    const client = Math.min(dice.below(clients), dice.below(clients));
    return { client, kind, atMs };
  });
  return planned.toSorted((a, b) => a.atMs - b.atMs).map((action, index) => ({ index, ...action }));
}

type Weights = readonly (readonly [weight: number, kind: string])[];
type WeightsByPart = readonly (readonly [from: number, weights: Weights])[];

/**
 * Weights by part of a life, latest part first: actions that end a market come late, so that it is traded until then.
 */
function weightsWith(features: Features): WeightsByPart {
  const actions = actionsWith(features);
  return [...new Set(actions.map(({ from = 0 }) => from))]
    .toSorted((a, b) => b - a)
    .map((part) => [
      part,
      actions.filter(({ from = 0 }) => part >= from).map(({ kind, weight }) => [weight, kind] as const),
    ]);
}

const weightsAt = (weights: WeightsByPart, part: number): Weights => weights.find(([from]) => part >= from)?.[1] ?? [];

export function isKept({ actions, clients, without }: RunLimits, { index, client, kind }: Planned): boolean {
  if (!isPossible(kind, without)) return false;
  if (clients !== undefined && !clients.includes(client)) return false;
  return actions === undefined || actions.some(([first, last]) => first <= index && index <= last);
}
