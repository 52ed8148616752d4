/**
 * An acknowledged command is in the log exactly once, a refused one never, an unknown one at most once. Commands are
 * told apart by their whole text, so that it holds for those without an id as well: as many as were acknowledged are
 * there, and at most as many more as no one knows of.
 */
import type { Command } from '@bellwether/engine';
import { Violation } from '../../world.ts';
import type { AuditedLog } from '../audited-log.ts';
import type { Fact } from '../facts.ts';
import { excerpt, type Rule } from '../rule.ts';

/** Issued by the sequencer: no client sends them. */
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
  /** Entries that an answer `accepted` has named. */
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
    if (textOf(entry.command) !== textOf(command))
      throw this.#broken(
        `attempt ${attempt} (${excerpt(command)}) was told of entry ${sequence}, which is ${excerpt(entry.command)}`,
      );
    const other = this.#claimed.get(sequence);
    if (other !== undefined) throw this.#broken(`attempts ${other} and ${attempt} were both told of entry ${sequence}`);
    this.#claimed.set(sequence, attempt);
  }

  #count(log: AuditedLog): void {
    const made = new Map<string, { sure: number; perhaps: number }>();
    for (const { called, answer } of log.attempts.all) {
      const text = textOf(called.command);
      const counts = made.get(text) ?? { sure: 0, perhaps: 0 };
      if (answer.kind === 'accepted') counts.sure++;
      if (answer.kind === 'unknown') counts.perhaps++;
      made.set(text, counts);
    }
    const logged = new Map<string, number>();
    for (const { command } of log.entries) {
      if (OF_THE_SEQUENCER.has(command.kind)) continue;
      const text = textOf(command);
      logged.set(text, (logged.get(text) ?? 0) + 1);
    }
    for (const [text, count] of logged) {
      const { sure, perhaps } = made.get(text) ?? { sure: 0, perhaps: 0 };
      if (count > sure + perhaps)
        throw this.#broken(`in the log ${count} times, acknowledged ${sure} times, unknown ${perhaps} times: ${text}`);
    }
    for (const [text, { sure }] of made) {
      if ((logged.get(text) ?? 0) < sure)
        throw this.#broken(`in the log ${logged.get(text) ?? 0} times, acknowledged ${sure} times: ${text}`);
    }
  }

  #broken(message: string): Violation {
    return new Violation(this.name, message);
  }
}

/** Of commands that were written as text before: each is asked for when it is answered and at the end. */
const texts = new WeakMap<Command, string>();

/** The same for the same command, however its fields are ordered. */
function textOf(command: Command): string {
  const known = texts.get(command);
  if (known !== undefined) return known;
  const text = ordered(command);
  texts.set(command, text);
  return text;
}

/** What JSON keeps of a value, the fields of objects in the order of their names; text with its length, so that it ends where it ends. */
function ordered(value: unknown): string {
  if (typeof value === 'string') return `${value.length}"${value}"`;
  if (typeof value !== 'object' || value === null) return `${value}`;
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value) text += `${ordered(item)},`;
    return `[${text}]`;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(fields).sort()) {
    const field = fields[name];
    if (field !== undefined) text += `${name}:${ordered(field)},`;
  }
  return `{${text}}`;
}
