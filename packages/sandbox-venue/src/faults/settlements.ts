/**
 * Trades that appear to settle step by step, as at venues that settle after matching: MATCHED, MINED, CONFIRMED, or
 * RETRYING and FAILED. This is only a view, on the sandbox's time: the ledger has settled each trade at once.
 */
import type { TradeFault, TradeStatus } from '@bellwether/contract';
import { accountOf, type State, walletOf } from '@bellwether/engine';
import type { SettlingTrades, ShownTrade } from '@bellwether/gateway/http/extension.ts';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import type { Runtime } from '@bellwether/ports/runtime.ts';
import type { EntryObserver } from '@bellwether/ports/venue-view.ts';
import type { RuleBook } from './rule-book.ts';

/** Maximum number of remembered trades. The oldest beyond that show their real status. */
const TRADES_MAX = 100_000;

const DEFAULTS = {
  ...{ unbroadcast_ms: 0, hash_ms: 0, mined_ms: 2_000, confirmed_ms: 2_000, retrying_ms: 5_000 },
  ...{ retried: 0, failed: 0 },
} as const;

export interface SettlingTrade {
  /** Sequence of the trade's entry. */
  readonly sequence: number;
  /** Id of the rule. Disarming it ends the effect. */
  readonly rule: string;
  /** Shown steps in chronological order; the first is the match. */
  readonly steps: readonly ShownTrade[];
}

export class Settlements implements SettlingTrades, EntryObserver {
  readonly #rules: RuleBook;
  readonly #time: Pick<Runtime, 'clock' | 'timers'>;
  readonly #trades = new Map<number, SettlingTrade>();
  readonly #tellers = new Set<(trade: number) => void>();

  /** `before`: trades in the history that the branch shares with its parent. */
  constructor(rules: RuleBook, time: Pick<Runtime, 'clock' | 'timers'>, before: Iterable<SettlingTrade> = []) {
    this.#rules = rules;
    this.#time = time;
    for (const trade of before) this.#add(trade);
  }

  get isArmed(): boolean {
    return this.#rules.meets('trade');
  }

  upTo(sequence: number): SettlingTrade[] {
    return [...this.#trades.values()].filter((trade) => trade.sequence <= sequence);
  }

  shown(trade: number): ShownTrade | null {
    const known = this.#trades.get(trade);
    if (known === undefined || !this.#rules.isArmed(known.rule)) return null;
    const nowMs = this.#time.clock.wallMs();
    return known.steps.findLast(({ sinceMs }) => sinceMs <= nowMs) ?? null;
  }

  follow(tell: (trade: number) => void): () => void {
    this.#tellers.add(tell);
    return () => void this.#tellers.delete(tell);
  }

  after({ sequence, timeMs, events }: ChainedEntry, state: Readonly<State>): void {
    if (!this.isArmed) return;
    const trade = events.find((event) => event.kind === 'TradeExecuted');
    if (trade === undefined) return;
    const wallets = [trade.wallet, ...trade.legs.map(({ wallet }) => wallet)];
    const met = this.#rules.meetTrade({
      kind: 'trade',
      accounts: () => wallets.map((wallet) => accountOf(state, walletOf(state, wallet).account).address),
      text: () => state.markets[trade.market]?.conditionId ?? '',
    });
    if (met === null) return;
    this.#add({ sequence, rule: met.rule, steps: stepsOf(met.fault, timeMs, met.chance) });
  }

  #add(trade: SettlingTrade): void {
    this.#trades.set(trade.sequence, trade);
    const [oldest] = this.#trades.keys();
    if (this.#trades.size > TRADES_MAX && oldest !== undefined) this.#trades.delete(oldest);
    const nowMs = this.#time.clock.wallMs();
    for (const { sinceMs } of trade.steps) if (sinceMs > nowMs) this.#tellAt(sinceMs - nowMs, trade.sequence);
  }

  #tellAt(delayMs: number, sequence: number): void {
    this.#time.timers.after(delayMs, () => {
      for (const tell of this.#tellers) tell(sequence);
    });
  }
}

/** Shown steps of a trade. `chance` in 0..1: the lowest values fail, the next ones succeed at the second attempt. */
function stepsOf(fault: TradeFault, matchedMs: number, chance: number): ShownTrade[] {
  const { unbroadcast_ms, hash_ms, mined_ms, confirmed_ms, retrying_ms, retried, failed } = { ...DEFAULTS, ...fault };
  const hashMs = matchedMs + Math.max(unbroadcast_ms, hash_ms);
  const step = (status: TradeStatus, sinceMs: number) => ({ status, sinceMs, hasHash: sinceMs >= hashMs });
  const broadcast = matchedMs + unbroadcast_ms;
  const mined = broadcast + mined_ms;
  const ended = mined + confirmed_ms;
  const tried = ended + retrying_ms;
  const first: ShownTrade[] = [
    ...(unbroadcast_ms === 0 ? [] : [step('MATCHED_NOT_BROADCASTED', matchedMs)]),
    step('MATCHED', broadcast),
    step('MINED', mined),
  ];
  if (chance < failed) return [...first, step('RETRYING', ended), step('FAILED', tried)];
  if (chance >= failed + retried) return [...first, step('CONFIRMED', ended)];
  return [...first, step('RETRYING', ended), step('MINED', tried), step('CONFIRMED', tried + confirmed_ms)];
}
