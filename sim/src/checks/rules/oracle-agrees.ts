/**
 * The naive oracle agrees with every entry of the log, with balances and books, and with every answer. An answer
 * "refused", "unchanged" or "repeated" must be right at some place of the log between call and answer.
 */
import type { Command, Decision } from '@bellwether/engine';
import { type Attempt, type AuditedLog, broken, excerpt, type Rule } from '../audited-log.ts';
import type { Answer, FactOf } from '../facts.ts';
import {
  agree,
  comparable,
  comparableEvents,
  ledgerDifference,
  ledgerOf,
  naiveLedgerOf,
} from '../oracle/comparable.ts';
import { isBeyond, type Oracle } from '../oracle/oracle.ts';

/** Maximum lead of a leader's time over the world's and the next leader's: the slack that `venue-time` allows. */
const AHEAD_MAX_MS = 60_000;
/** Entries between two comparisons of all balances and books. */
const COMPARE_EVERY = 64;

/** Entries have the effects that the documents state. */
export const oracleDecides = (oracle: Oracle): Rule => ({
  name: 'oracle-decides',
  // This rule advances the oracle along the log; other rules query it.
  logged({ entries }) {
    for (const entry of entries) {
      const decision = oracle.follow(entry);
      if (decision === null) return;
      const expected = decision.kind === 'accepted' ? comparableEvents(decision.events) : comparable(decision);
      const found = comparableEvents(entry.events);
      if (agree(found, expected)) continue;
      throw broken(
        this,
        `entry ${entry.sequence}: ${excerpt(entry.command)} caused ${excerpt(found, 1_000)}, must cause ${excerpt(expected, 1_000)}`,
      );
    }
  },
});

/** Balances, positions, holds and books match the documents. */
export function oracleLedger(oracle: Oracle): Rule {
  let compared = 0;
  const ended: Rule['ended'] = (_, { state, end }) => {
    compared = end;
    if (oracle.isOver) return;
    const difference = ledgerDifference(ledgerOf(state), naiveLedgerOf(oracle.state));
    if (difference !== null) throw broken(rule, `after entry ${end}: ${difference}`);
  };
  const rule: Rule = {
    name: 'oracle-ledger',
    ended,
    logged: (_, log) => void (log.end - compared >= COMPARE_EVERY && ended({ kind: 'ended' }, log)),
  };
  return rule;
}

/** Answers without an entry are right at some place between call and answer; answers with one state its effects. */
export class OracleAnswers implements Rule {
  readonly name = 'oracle-answers';
  readonly #oracle: Oracle;
  /**
   * True once the disk was almost full: requests that find nothing to do may then be answered without being remembered.
   */
  #hasBeenFull = false;
  /** Moments at which keys of accounts ended or will end. */
  readonly #keyEndsMs = new Set<number>();
  /** Answers not explained yet: the venue's clock may be ahead of the world's, and only later entries show how far. */
  readonly #open: Unexplained[] = [];

  constructor(oracle: Oracle) {
    this.#oracle = oracle;
  }

  logged({ entries }: FactOf<'logged'>): void {
    for (const { events } of entries)
      for (const event of events) if (event.kind === 'KeyAdded') this.#keyEndsMs.add(event.expiration * 1_000);
  }

  fault({ fault }: FactOf<'fault'>): void {
    if (fault === 'disk_full') this.#hasBeenFull = true;
  }

  ended(_: unknown, log: AuditedLog): void {
    if (this.#oracle.isOver) return;
    for (const open of this.#open) this.#explainAtEnd(open, log);
  }

  answered(fact: FactOf<'answered'>, log: AuditedLog): void {
    const { answer, knew, atMs } = fact;
    const attempt = log.attempt(fact);
    if (answer.kind === 'accepted') return this.#accepted(attempt, answer, log);
    if (answer.kind === 'unknown' || answer.kind === 'not_done') return;
    if (this.#oracle.isOver || isBeyond(attempt.called.command)) return;
    const [from, to] = knew ?? [attempt.since, log.end];
    const open = { attempt, answer, from, to, atMs };
    if (this.#explains(open, log, atMs) !== null) this.#open.push(open);
  }

  #accepted({ called }: Attempt, answer: Answer & { readonly kind: 'accepted' }, log: AuditedLog): void {
    const entry = log.entry(answer.sequence);
    // Another rule checks that the entry exists.
    if (entry === undefined) return;
    if (!agree(answer.events, entry.events))
      throw broken(
        this,
        `attempt ${called.attempt} was told ${excerpt(answer.events)}, entry ${answer.sequence} says ${excerpt(entry.events)}`,
      );
  }

  #explainAtEnd(open: Unexplained, log: AuditedLog): void {
    const { attempt, answer, from, to } = open;
    const expected = this.#explains(open, log, Number.MAX_SAFE_INTEGER / 2);
    if (expected === null) return;
    const { called } = attempt;
    throw broken(
      this,
      `attempt ${called.attempt} (${excerpt(called.command)}) was answered ${excerpt(comparable(answer as Decision))}; ` +
        `between entries ${from} and ${to} it had to be ${excerpt(expected)}`,
    );
  }

  /** null if the answer is explained; otherwise the answer expected at the last place. */
  #explains({ attempt, answer, from, to, atMs }: Unexplained, log: AuditedLog, latestMs: number): unknown {
    const said = comparable(answer as Decision);
    let last: unknown = null;
    // The latest place explains nearly all answers.
    for (let place = to; place >= from; place--) {
      for (const timeMs of timesAt(log, place, attempt.called.command, { atMs, latestMs }, this.#keyEndsMs)) {
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
  /** Entries after which the command may have been decided. */
  readonly from: number;
  readonly to: number;
  readonly atMs: number;
}

/** True for a request that finds nothing to do. */
function isIdle(decision: Decision): decision is Decision & { readonly kind: 'accepted' } {
  return decision.kind === 'accepted' && decision.events.every((event) => event.kind === 'RequestKept');
}

/**
 * Times at which a command without an entry may have been decided after the entry at `place`: the latest and the
 * earliest possible, the moment when an order's expiration has just become too near, and the last moments of keys. At the
 * latest moment the market or the key may have ended, and that refusal takes precedence. A replaced leader may have been ahead of the next leader's
 * first entry, and of the world's time: the next leader's wall clock may be behind, and then it begins at the log's end.
 */
function timesAt(
  log: AuditedLog,
  place: number,
  command: Command,
  { atMs, latestMs }: { readonly atMs: number; readonly latestMs: number },
  keyEndsMs: ReadonlySet<number>,
): readonly number[] {
  const earliest = log.entry(place)?.timeMs ?? 0;
  const next = log.entry(place + 1);
  const isOfTheNext = place > 0 && next !== undefined && log.epochs[place] !== log.epochs[place - 1];
  const known = next === undefined ? Math.max(earliest, latestMs) : next.timeMs;
  const latest = isOfTheNext ? Math.max(known, atMs) + AHEAD_MAX_MS : known;
  const order = command.kind === 'BindAndPlace' ? command.order : command;
  const { expiration = 0 } = order as { readonly expiration?: number };
  const tooNear = (expiration - 59) * 1_000;
  const middle = tooNear > earliest && tooNear < latest ? [tooNear] : [];
  const keysStill = [...keyEndsMs].filter((ms) => ms > earliest && ms < latest).map((ms) => ms - 1);
  return [...new Set([latest, next?.timeMs ?? latest, ...middle, ...keysStill, earliest])];
}
