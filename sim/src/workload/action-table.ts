/**
 * All client actions in a run, with their frequency, the part of the run from which they occur, and the feature they
 * need.
 */
import type { Feature, Features } from '../features/table.ts';

interface ActionRow {
  readonly kind: string;
  readonly weight: number;
  /** Part of the run that must have passed: 0 to 1. */
  readonly from?: number;
  /** Feature that the run must have. */
  readonly needs?: Feature;
}

const TABLE = [
  { kind: 'place', weight: 430 },
  { kind: 'place several', weight: 30 },
  { kind: 'place at a lent wallet', weight: 6 },
  { kind: 'place again', weight: 25, needs: 'repeats' },
  { kind: 'place at the desk', weight: 30, needs: 'desk' },
  { kind: 'queue at a price', weight: 10 },
  { kind: 'place at the close', weight: 6 },
  { kind: 'cancel', weight: 60 },
  { kind: 'cancel matching', weight: 20 },
  { kind: 'split', weight: 60, needs: 'pairs' },
  { kind: 'merge', weight: 45, needs: 'pairs' },
  { kind: 'convert', weight: 40, needs: 'pairs' },
  { kind: 'relay', weight: 20, needs: 'pairs' },
  { kind: 'issue key', weight: 20, needs: 'heartbeats' },
  { kind: 'beat', weight: 40, needs: 'heartbeats' },
  { kind: 'comment', weight: 30, needs: 'community' },
  { kind: 'react', weight: 20, needs: 'community' },
  { kind: 'profile', weight: 3, needs: 'community' },
  { kind: 'same key at once', weight: 15, needs: 'repeats' },
  { kind: 'same key, other body', weight: 12, needs: 'repeats' },
  { kind: 'same key later', weight: 8, needs: 'repeats' },
  { kind: 'malformed', weight: 10 },
  { kind: 'deposit', weight: 25, needs: 'money' },
  { kind: 'withdraw', weight: 20, needs: 'money' },
  { kind: 'set mode', weight: 7, needs: 'changes' },
  { kind: 'change terms', weight: 18, needs: 'changes' },
  { kind: 'closing time', weight: 8, needs: 'changes' },
  { kind: 'add market', weight: 6, needs: 'changes' },
  { kind: 'moderate', weight: 8, needs: 'community' },
  { kind: 'resolve market', weight: 6, from: 0.4, needs: 'results' },
  { kind: 'resolve one by one', weight: 3, from: 0.6, needs: 'results' },
  { kind: 'resolve busiest', weight: 9, from: 0.8, needs: 'results' },
  { kind: 'resolve event', weight: 10, from: 0.5, needs: 'results' },
  { kind: 'read', weight: 120, needs: 'reads' },
  { kind: 'read rows', weight: 25, needs: 'read_store' },
  { kind: 'follow books', weight: 25, needs: 'feeds' },
  { kind: 'disconnect', weight: 12, needs: 'feeds' },
  { kind: 'read slowly', weight: 8, needs: 'feeds' },
] as const satisfies readonly ActionRow[];

export type ActionKind = (typeof TABLE)[number]['kind'];

export const ACTIONS: readonly (ActionRow & { readonly kind: ActionKind })[] = TABLE;

/** Actions that submit no command; they come on top of the minimum number of commands. */
const WITHOUT_COMMAND: ReadonlySet<ActionKind> = new Set<ActionKind>([
  'read',
  'read rows',
  'follow books',
  'disconnect',
  'read slowly',
]);

/** Average number of commands per plan position that submits any, because of batches, repeats and doubled requests. */
const COMMANDS_OF_A_PLACE = 1.3;

/** Client actions in a run with these features. */
export function actionsWith(features: Features): typeof ACTIONS {
  return ACTIONS.filter(({ needs }) => needs === undefined || features.has(needs));
}

/** True if clients still do this action when `taken` is removed. */
export function isPossible(kind: ActionKind, taken: readonly Feature[] = []): boolean {
  const needs = NEEDS.get(kind);
  return needs === undefined || !taken.includes(needs);
}

const NEEDS: ReadonlyMap<ActionKind, Feature | undefined> = new Map(ACTIONS.map(({ kind, needs }) => [kind, needs]));

/** Number of plan positions needed for about this many commands. */
export function placesFor(commands: number, features: Features): number {
  const actions = actionsWith(features);
  const all = actions.reduce((sum, { weight }) => sum + weight, 0);
  const silent = actions.reduce((sum, { kind, weight }) => sum + (WITHOUT_COMMAND.has(kind) ? weight : 0), 0);
  return Math.ceil((commands * all) / (all - silent) / COMMANDS_OF_A_PLACE);
}
