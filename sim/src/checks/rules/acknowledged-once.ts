/**
 * An acknowledged command is in the log exactly once, a refused one never, an unknown one at most once. Commands are
 * compared by their whole text, so the rule also covers commands without an id: the log has as many as were
 * acknowledged, plus at most as many as have an unknown outcome.
 */
import type { Command } from '@bellwether/engine';
import { Violation } from '../../world.ts';
import type { AuditedLog } from '../audited-log.ts';
import type { Fact } from '../facts.ts';
import { isSame } from '../oracle/comparable.ts';
import { excerpt, type Rule } from '../rule.ts';

/** Commands issued by the sequencer; clients never send them. */
const OF_THE_SEQUENCER: ReadonlySet<Command['kind']> = new Set<Command['kind']>([
  'ExpireOrders',
  'EndTrading',
  'SettleMarket',
  'ExpireHeartbeats',
  'RenewHeartbeats',
  'AdoptRules',
  'ReleaseWallets',
]);

export class AcknowledgedOnce implements Rule {
  readonly name = 'acknowledged-once';
  readonly hears = ['answered', 'ended'] as const;
  /** Entries named by an answer `accepted`. */
  readonly #claimed = new Map<number, number>();

  take(fact: Fact, log: AuditedLog): void {
    const { attempt } = log;
    if (fact.kind === 'answered' && attempt !== null && fact.answer.kind === 'accepted')
      this.#accepted(fact.attempt, fact.answer.sequence, attempt.called.command, log);
    if (fact.kind === 'ended') this.#count(log);
  }

  #accepted(attempt: number, sequence: number, command: Command, log: AuditedLog): void {
    const entry = log.entry(sequence);
    if (entry === undefined)
      throw this.#broken(`attempt ${attempt} was told of entry ${sequence}, the log ends at ${log.end}`);
    if (!isSame(entry.command, command) && orderedText(entry.command) !== orderedText(command))
      throw this.#broken(
        `attempt ${attempt} (${excerpt(command)}) was told of entry ${sequence}, which is ${excerpt(entry.command)}`,
      );
    const other = this.#claimed.get(sequence);
    if (other !== undefined) throw this.#broken(`attempts ${other} and ${attempt} were both told of entry ${sequence}`);
    this.#claimed.set(sequence, attempt);
  }

  /**
   * Every entry named by an answer exists once and was told to one attempt. Compares the rest of the log with the
   * attempts that got no answer.
   */
  #count(log: AuditedLog): void {
    const unknown = new Map<string, number>();
    let accepted = 0;
    for (const { called, answer } of log.attempts.all) {
      if (answer.kind === 'accepted') accepted++;
      if (answer.kind === 'unknown') addOne(unknown, orderedText(called.command));
    }
    if (accepted !== this.#claimed.size)
      throw this.#broken(`${accepted} attempts were acknowledged, under ${this.#claimed.size} entries`);
    const logged = new Map<string, number>();
    for (const { sequence, command } of log.entries) {
      if (OF_THE_SEQUENCER.has(command.kind) || this.#claimed.has(sequence)) continue;
      addOne(logged, orderedText(command));
    }
    for (const [text, count] of logged) {
      const perhaps = unknown.get(text) ?? 0;
      if (count > perhaps)
        throw this.#broken(`in the log ${count} times more than acknowledged, unknown ${perhaps} times: ${text}`);
    }
  }

  #broken(message: string): Violation {
    return new Violation(this.name, message);
  }
}

function addOne(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/**
 * Text of the parts of a value that JSON keeps, with object fields sorted by name. Strings carry their length, so that
 * their end is unambiguous.
 */
function orderedText(value: unknown): string {
  if (typeof value === 'string') return `${value.length}"${value}"`;
  if (typeof value !== 'object' || value === null) return `${value}`;
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value) text += `${orderedText(item)},`;
    return `[${text}]`;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(fields).sort()) {
    const field = fields[name];
    if (field !== undefined) text += `${name}:${orderedText(field)},`;
  }
  return `{${text}}`;
}
