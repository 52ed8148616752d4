/**
 * Parses a command from its text. A valid command has its declared type, field by field, and can be decided and
 * journaled; any other text gives a value that states the problem. Types do not survive the way to the exchange: this
 * is where they are restored.
 */
import { COMMAND_LENGTH_MAX } from '../limits.ts';
import { COMMAND_SHAPES, type SubmittedCommand } from './command-shapes.ts';
import type { Shape } from './shape.ts';

export interface Malformed {
  readonly kind: 'malformed';
  /** The location and the violated rule: `PlaceOrder.side must be one of BUY, SELL`. */
  readonly problem: string;
}

export type Decoded = { readonly kind: 'decoded'; readonly command: SubmittedCommand } | Malformed;

const SHAPES: ReadonlyMap<unknown, Shape<unknown>> = new Map(
  Object.entries(COMMAND_SHAPES) as [string, Shape<unknown>][],
);

/** Decodes `json`, the text that will be journaled. Never throws. */
export function decodeCommand(json: string): Decoded {
  if (json.length > COMMAND_LENGTH_MAX) return malformed(`the command is longer than ${COMMAND_LENGTH_MAX} characters`);
  // A lone surrogate cannot be written: the journal would differ from the text that was decided.
  if (!json.isWellFormed()) return malformed('the command is not well-formed text');
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return malformed('the command is not JSON');
  }
  if (typeof value !== 'object' || value === null || !('kind' in value)) return malformed('the command has no kind');
  const shape = SHAPES.get(value.kind);
  if (shape === undefined) return malformed('the kind of the command is not known, or not for anyone to submit');
  const problem = shape(value);
  return problem === null
    ? { kind: 'decoded', command: value as SubmittedCommand }
    : malformed(`${String(value.kind)}${problem}`);
}

function malformed(problem: string): Malformed {
  return { kind: 'malformed', problem };
}
