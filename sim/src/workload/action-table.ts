/** All client actions in a run, and the number of them that a plan needs. */
import type { Feature, Features } from '../features/table.ts';
import type { Action } from './acting.ts';
import { BOOKS } from './actions/books.ts';
import { COMMUNITY } from './actions/community.ts';
import { DESK } from './actions/desk.ts';
import { HOSTILE } from './actions/hostile.ts';
import { KEYS } from './actions/keys.ts';
import { OPERATOR } from './actions/operator.ts';
import { ORDERS } from './actions/orders.ts';
import { POSITIONS } from './actions/positions.ts';
import { READS } from './actions/reads.ts';

export const ACTIONS: readonly Action[] = [
  ...ORDERS,
  ...DESK,
  ...POSITIONS,
  ...KEYS,
  ...COMMUNITY,
  ...HOSTILE,
  ...OPERATOR,
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
export const actionsWith = (features: Features): readonly Action[] =>
  ACTIONS.filter(({ needs }) => needs === undefined || features.has(needs));

/** True if clients still do this action when `taken` is removed. */
export function isPossible(kind: string, taken: readonly Feature[] = []): boolean {
  const { needs } = actionOf(kind);
  return needs === undefined || !taken.includes(needs);
}

/** Number of plan positions needed for about this many commands. */
export function placesFor(commands: number, features: Features): number {
  const sum = (actions: readonly Action[]): number => actions.reduce((weights, { weight }) => weights + weight, 0);
  const actions = actionsWith(features);
  const sending = actions.filter(({ isSilent }) => isSilent !== true);
  return Math.ceil((commands * sum(actions)) / sum(sending) / COMMANDS_OF_A_PLACE);
}
