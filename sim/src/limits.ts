/** The limits and the result of a run. */
import type { FaultKind } from './faults/faults.ts';
import type { Feature } from './features/table.ts';

/** Limits on a run. By default a run uses everything. */
export interface RunLimits {
  readonly without?: readonly Feature[];
  /** The only kinds of faults that may happen. */
  readonly faults?: readonly FaultKind[];
  /** No fault happens after this step. */
  readonly faultsUntilStep?: number;
  /** The only clients that act. */
  readonly clients?: readonly number[];
  /** The only ranges of plan positions that are executed, both ends inclusive. */
  readonly actions?: readonly (readonly [first: number, last: number])[];
}

export interface RunOptions extends RunLimits {
  readonly trace?: (line: string) => void;
  /** Minimum number of commands that reach the exchange in a run; `COMMANDS` by default. */
  readonly commands?: number;
}

/** Commands in a venue's life. */
export const COMMANDS = 1_000;

interface RunFigures {
  readonly seed: number;
  /** Hash over everything that happened; the same seed yields the same hash. */
  readonly traceHash: string;
  readonly steps: number;
  readonly simulatedMs: number;
  /** Number of occurrences by name: faults, states that were reached, answers. */
  readonly counts: Readonly<Record<string, number>>;
}

export type RunResult = RunFigures &
  (
    | { readonly kind: 'ok' }
    | { readonly kind: 'broken'; readonly rule: string; readonly step: number; readonly message: string }
  );

/** A broken promise of the venue; ends the run. */
export class Violation extends Error {
  override readonly name = 'Violation';
  readonly rule: string;

  constructor(rule: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.rule = rule;
  }
}

/** Returns the violation that ends a run, for any thrown value. */
export function asViolation(error: unknown, rule = 'crash of a part'): Violation {
  if (error instanceof Violation) return error;
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new Violation(rule, message, { cause: error });
}
