/**
 * The naive oracle agrees with every entry of the log, with balances and books, and with every answer: what was refused,
 * needed nothing or was done before must be so at some place of the log between the call and the answer.
 */
import type { Command, Decision } from '@bellwether/engine';
import type { ChainedEntry } from '@bellwether/server/ports/journal.ts';
import { Violation } from '../../world.ts';
import type { Attempt } from '../attempts.ts';
import type { AuditedLog } from '../audited-log.ts';
import type { Answer, Fact } from '../facts.ts';
import { agree, comparable, comparableEvents } from '../oracle/comparable.ts';
import { ledgerDifference, ledgerOf, naiveLedgerOf } from '../oracle/ledgers.ts';
import type { Oracle } from '../oracle/oracle.ts';
import { excerpt, type Rule } from '../rule.ts';

/** By which the time of a leader may be ahead of that of the next one: as far as `venue-time` lets it leap. */
const AHEAD_MAX_MS = 60_000;
/** Entries between two comparisons of all balances and books. */
const COMPARE_EVERY = 64;

/** Entries: what they cause is what the documents say. */
export class OracleDecides implements Rule {
  readonly name = 'oracle-decides';
  readonly hears = ['logged'] as const;
  readonly #oracle: Oracle;

  /** Follows the log with it, for others to ask. */
  constructor(oracle: Oracle) {
    this.#oracle = oracle;
  }

  take(fact: Fact): void {
    if (fact.kind === 'logged') for (const entry of fact.entries) this.#follow(entry);
  }

  #follow(entry: ChainedEntry): void {
    const decision = this.#oracle.follow(entry);
    const expected = decision.kind === 'accepted' ? comparableEvents(decision.events) : comparable(decision);
    const found = comparableEvents(entry.events);
    if (agree(found, expected)) return;
    throw new Violation(
      this.name,
      `entry ${entry.sequence}: ${excerpt(entry.command)} caused ${excerpt(found, 1_000)}, must cause ${excerpt(expected, 1_000)}`,
    );
  }
}

/** Balances, positions, holds and books are what the documents lead to. */
export class OracleLedger implements Rule {
  readonly name = 'oracle-ledger';
  readonly hears = ['logged', 'ended'] as const;
  readonly #oracle: Oracle;
  #compared = 0;

  constructor(oracle: Oracle) {
    this.#oracle = oracle;
  }

  take(fact: Fact, log: AuditedLog): void {
    if (fact.kind === 'ended' || log.end - this.#compared >= COMPARE_EVERY) this.#compare(log);
  }

  #compare({ state, end }: AuditedLog): void {
    this.#compared = end;
    const difference = ledgerDifference(ledgerOf(state), naiveLedgerOf(this.#oracle.state));
    if (difference !== null) throw new Violation(this.name, `after entry ${end}: ${difference}`);
  }
}

/** Answers: those without an entry are true at some place between call and answer; those with one say what it caused. */
export class OracleAnswers implements Rule {
  readonly name = 'oracle-answers';
  readonly hears = ['fault', 'ended', 'answered'] as const;
  readonly #oracle: Oracle;
  /** On a disk that is almost full a request that finds nothing to do is answered without being remembered. */
  #hasBeenFull = false;
  /** Not explained yet: the venue's clock may be ahead of the world's, how far only later entries tell. */
  readonly #open: Unexplained[] = [];

  constructor(oracle: Oracle) {
    this.#oracle = oracle;
  }

  take(fact: Fact, log: AuditedLog): void {
    const { attempt } = log;
    if (fact.kind === 'fault' && fact.fault === 'disk_full') this.#hasBeenFull = true;
    if (fact.kind === 'ended') for (const open of this.#open) this.#explainAtEnd(open, log);
    if (fact.kind !== 'answered' || attempt === null) return;
    const { answer, knew, atMs } = fact;
    if (answer.kind === 'accepted') return this.#accepted(attempt, answer, log);
    if (answer.kind === 'unknown' || answer.kind === 'not_done') return;
    const [from, to] = knew ?? [attempt.since, log.end];
    const open = { attempt, answer, from, to };
    if (this.#explains(open, log, atMs) !== null) this.#open.push(open);
  }

  #accepted({ called }: Attempt, answer: Answer & { readonly kind: 'accepted' }, log: AuditedLog): void {
    const entry = log.entry(answer.sequence);
    // That it is there is a rule of its own.
    if (entry === undefined) return;
    if (!agree(answer.events, entry.events))
      throw new Violation(
        this.name,
        `attempt ${called.attempt} was told ${excerpt(answer.events)}, entry ${answer.sequence} says ${excerpt(entry.events)}`,
      );
  }

  #explainAtEnd(open: Unexplained, log: AuditedLog): void {
    const { attempt, answer, from, to } = open;
    const expected = this.#explains(open, log, Number.MAX_SAFE_INTEGER / 2);
    if (expected === null) return;
    const { called } = attempt;
    throw new Violation(
      this.name,
      `attempt ${called.attempt} (${excerpt(called.command)}) was answered ${excerpt(comparable(answer as Decision))}; ` +
        `between entries ${from} and ${to} it had to be ${excerpt(expected)}`,
    );
  }

  /** null when it is explained; else what had to be said at the last place. */
  #explains({ attempt, answer, from, to }: Unexplained, log: AuditedLog, latestMs: number): unknown {
    const said = comparable(answer as Decision);
    let last: unknown = null;
    // The latest place explains nearly all of them.
    for (let place = to; place >= from; place--) {
      for (const timeMs of timesAt(log, place, attempt.called.command, latestMs)) {
        const decision = this.#oracle.ask(attempt.called.command, place, timeMs);
        const expected = comparable(decision);
        if (agree(said, expected)) return null;
        if (this.#hasBeenFull && isIdle(decision) && agree(said, { unchanged: decision.notCanceled })) return null;
        last ??= expected;
      }
    }
    return last;
  }
}

interface Unexplained {
  readonly attempt: Attempt;
  readonly answer: Exclude<Answer, { readonly kind: 'accepted' }>;
  /** Entries after which it may have been decided. */
  readonly from: number;
  readonly to: number;
}

/** A request that finds nothing to do. */
function isIdle(decision: Decision): decision is Decision & { readonly kind: 'accepted' } {
  return decision.kind === 'accepted' && decision.events.every((event) => event.kind === 'RequestKept');
}

/**
 * When a command without an entry may have been decided after the entry at `place`: as late and as early as that can be, and
 * when an order's expiration has just become too near. By the latest moment its market may have ended, which is said first.
 * A leader that was replaced may have been ahead of the first entry of the next one.
 */
function timesAt(log: AuditedLog, place: number, command: Command, latestMs: number): readonly number[] {
  const earliest = log.entry(place)?.timeMs ?? 0;
  const next = log.entry(place + 1);
  const isOfTheNext = place > 0 && next !== undefined && log.epochs[place] !== log.epochs[place - 1];
  const latest = next === undefined ? Math.max(earliest, latestMs) : next.timeMs + (isOfTheNext ? AHEAD_MAX_MS : 0);
  const order = command.kind === 'BindAndPlace' ? command.order : command;
  const { expiration = 0 } = order as { readonly expiration?: number };
  const tooNear = (expiration - 59) * 1_000;
  return [
    ...new Set([
      latest,
      next?.timeMs ?? latest,
      ...(tooNear > earliest && tooNear < latest ? [tooNear] : []),
      earliest,
    ]),
  ];
}
