/** Everything that clients do in a run, how often, and from which part of its life on. */

interface ActionRow {
  readonly kind: string;
  readonly weight: number;
  /** Part of the run that has passed before it happens: 0 to 1. */
  readonly from?: number;
}

const TABLE = [
  { kind: 'place', weight: 430 },
  { kind: 'place several', weight: 30 },
  { kind: 'place at a lent wallet', weight: 6 },
  { kind: 'place again', weight: 25 },
  { kind: 'place at the desk', weight: 30 },
  { kind: 'queue at a price', weight: 10 },
  { kind: 'place at the close', weight: 6 },
  { kind: 'cancel', weight: 60 },
  { kind: 'cancel matching', weight: 20 },
  { kind: 'split', weight: 60 },
  { kind: 'merge', weight: 45 },
  { kind: 'convert', weight: 40 },
  { kind: 'relay', weight: 20 },
  { kind: 'issue key', weight: 20 },
  { kind: 'beat', weight: 40 },
  { kind: 'comment', weight: 30 },
  { kind: 'react', weight: 20 },
  { kind: 'profile', weight: 3 },
  { kind: 'same key at once', weight: 15 },
  { kind: 'same key, other body', weight: 12 },
  { kind: 'same key later', weight: 8 },
  { kind: 'malformed', weight: 10 },
  { kind: 'deposit', weight: 25 },
  { kind: 'withdraw', weight: 20 },
  { kind: 'set mode', weight: 7 },
  { kind: 'change terms', weight: 18 },
  { kind: 'closing time', weight: 8 },
  { kind: 'add market', weight: 6 },
  { kind: 'moderate', weight: 8 },
  { kind: 'resolve market', weight: 6, from: 0.4 },
  { kind: 'resolve one by one', weight: 3, from: 0.6 },
  { kind: 'resolve busiest', weight: 9, from: 0.8 },
  { kind: 'resolve event', weight: 10, from: 0.5 },
  { kind: 'read', weight: 120 },
  { kind: 'read rows', weight: 25 },
  { kind: 'follow books', weight: 25 },
  { kind: 'disconnect', weight: 12 },
  { kind: 'read slowly', weight: 8 },
] as const satisfies readonly ActionRow[];

export type ActionKind = (typeof TABLE)[number]['kind'];

export const ACTIONS: readonly (ActionRow & { readonly kind: ActionKind })[] = TABLE;

/** What submits no command: it comes on top of those that a life has at least. */
const WITHOUT_COMMAND: ReadonlySet<ActionKind> = new Set<ActionKind>([
  'read',
  'read rows',
  'follow books',
  'disconnect',
  'read slowly',
]);

/** Commands that a place submits on average where its kind submits any: several orders at once, repeats, doubled requests. */
const COMMANDS_OF_A_PLACE = 1.3;

/** Places that a plan needs for about so many commands. */
export function placesFor(commands: number): number {
  const all = ACTIONS.reduce((sum, { weight }) => sum + weight, 0);
  const silent = ACTIONS.reduce((sum, { kind, weight }) => sum + (WITHOUT_COMMAND.has(kind) ? weight : 0), 0);
  return Math.ceil((commands * all) / (all - silent) / COMMANDS_OF_A_PLACE);
}
