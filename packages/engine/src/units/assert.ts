/**
 * Assertions that stay on in production. A broken invariant is a programming error: it throws, the process stops, and
 * recovery starts from the last durable record, because a halted venue recovers and a wrong one does not.
 */

/** Thrown if an invariant of the engine does not hold; never caught inside the engine. */
export class InvariantViolation extends Error {
  readonly code = 'invariant_violation';
  override readonly name = 'InvariantViolation';
}

/**
 * Throws `InvariantViolation` unless `condition` holds. `message` states the expectation. If a message on a hot path is
 * built from figures, write `if (…) violated(…)` instead: arguments are built even if the condition holds.
 */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new InvariantViolation(message);
}

/** Throws `InvariantViolation`. */
export function violated(message: string): never {
  throw new InvariantViolation(message);
}

/** Closes an exhaustive `switch`: the compiler proves that no case is missing. */
export function assertNever(value: never): never {
  throw new InvariantViolation(`unexpected case: ${JSON.stringify(value)}`);
}
