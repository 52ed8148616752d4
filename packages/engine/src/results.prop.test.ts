/** However results are proposed, disputed, refunded and reversed, every account has what an oracle recomputes. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Command } from './command.ts';
import type { Decision } from './decision.ts';
import type { Event } from './event.ts';
import type { NamedResult, ResultScope, ReverseResult } from './results/commands.ts';
import { ScenarioVenue } from './scenarios/venue.testing.ts';
import { restoreSnapshot, takeSnapshot } from './snapshot.ts';
import { hashState } from './state-hash.ts';
import { Dice } from './testing/dice.ts';
import { NaiveResults } from './testing/naive-results.ts';
import { numberedOrderId } from './testing/order-ids.ts';
import { BY, drawResult, drawReversal, drawScope, resultCommand } from './testing/result-commands.ts';
import { met, runs, seedOf } from './testing/runs.ts';
import { endOfTradingIsDue, nextSettlement, openingIsDue, resultsAreDue } from './timers.ts';
import { type AccountId, type MarketId, type Micros, micros, type WalletId } from './units/units.ts';

const ACCOUNTS = 4;
const RUNS = 40;
const HOUR_MS = 3_600_000;

/** A venue with a one-winner event and single markets, an oracle beside it, and commands drawn by dice. */
class Court extends ScenarioVenue {
  readonly dice: Dice;
  readonly all: readonly MarketId[];
  readonly oracle: NaiveResults;
  readonly counts = new Map<string, number>();
  readonly #proposed = new Map<MarketId, Extract<Command, { readonly kind: 'ProposeResult' }>>();
  #placed = 0;

  constructor(seed: number) {
    super();
    this.dice = new Dice(seed);
    const fee = () => this.dice.pick([0, 300, 10_000]);
    const race = this.markets(this.dice.pick([2, 3, 4]), { minimumSize: '0', takerFeeRate: fee() }, true);
    const plain = this.markets(2, { minimumSize: '0', takerFeeRate: fee(), tick: 1 });
    const alone = this.markets(1, { minimumSize: '0', openTimeMs: this.timeMs + 4 * HOUR_MS }, true);
    for (let account = 0; account < ACCOUNTS; account++) this.trader(`${account}`, '50');
    this.all = [...race, ...plain, ...alone];
    this.oracle = new NaiveResults(this.all.map((id) => ({ id, group: race.includes(id) ? race : [id] })));
    for (const { events } of this.entries) for (const event of events) this.oracle.note(event);
  }

  override submit(command: Command): Decision {
    const decision = super.submit(command);
    this.count(decision.kind === 'reject' ? decision.code : `${decision.kind} ${command.kind}`);
    if (decision.kind !== 'accepted') return decision;
    for (const event of decision.events) {
      this.oracle?.note(event);
      if (event.kind === 'ResultWithdrawn') this.count(event.by === null ? 'withdrawn by the venue' : 'withdrawn');
      if (event.kind === 'ResultCorrected' && event.reopened) this.#countReopened(decision.events);
      if (event.kind === 'ResultConfirmed') this.#confirmed(event.market);
      if (event.kind === 'PayoutReclaimed') this.count(event.debt > 0 ? 'debt' : 'reclaimed');
      if (event.kind === 'OrderCanceled' && event.reason === 'result_reversed') this.count('buy cancelled');
    }
    return decision;
  }

  count(label: string): void {
    this.counts.set(label, (this.counts.get(label) ?? 0) + 1);
  }

  #countReopened(events: readonly Event[]): void {
    for (const event of events) {
      if (event.kind === 'TradingEnded') this.count('reopened after its end');
      if (event.kind !== 'MarketUpdated') continue;
      const { closed, acceptingOrders, openTimeMs } = event.changes;
      if (closed || !acceptingOrders) this.count('reopened as it was paused');
      if ((openTimeMs ?? 0) > this.timeMs) this.count('reopened before its opening');
    }
  }

  #confirmed(key: MarketId): void {
    const proposed = this.#proposed.get(key)!;
    this.oracle.decide(proposed.scope, proposed.result, this.#decidedBy(proposed.scope, 'open'));
    this.count(`confirmed ${proposed.result.kind}`);
  }

  /** The markets of a scope that are open, or that are decided, according to the oracle. */
  #decidedBy(scope: ResultScope, status: 'open' | 'decided'): MarketId[] {
    const named =
      'market' in scope
        ? this.oracle.groupOf(scope.market)
        : (this.state.catalogEvents.get(scope.catalogEvent)?.markets ?? []);
    return named.filter((id) => (this.oracle.results[id] === 'open') === (status === 'open'));
  }

  /** One random command, and those of the sequencer that follow. */
  act(): void {
    const { dice } = this;
    const drawn = dice.below(100);
    const isBusy = this.all.filter((market) => this.oracle.results[market] === 'open').length * 2 > this.all.length;
    if (drawn < 40) this.#order();
    else if (drawn < 64) this.#move();
    else if (drawn < 76) this.#rule(resultCommand(dice, this.state));
    else if (drawn < 77) this.#resolve();
    else if (drawn < 83)
      this.reverse(drawScope(dice, this.state), isBusy ? drawReversal(dice, this.state) : { kind: 'open' });
    else if (drawn < 86) this.#reopenLoser();
    else if (drawn < 87 && dice.once(12))
      this.submit({ kind: 'UpdateMarket', market: dice.pick(this.all), changes: { archived: true } });
    else if (drawn < 90) this.#change();
    else if (drawn < 93) this.timeMs += dice.pick([1000, HOUR_MS]);
    else this.settle();
    while (resultsAreDue(this.state, this.timeMs)) this.accept({ kind: 'ConfirmResults' });
    while (endOfTradingIsDue(this.state, this.timeMs)) this.accept({ kind: 'EndTrading' });
    while (openingIsDue(this.state, this.timeMs)) this.accept({ kind: 'OpenTrading' });
    const market = nextSettlement(this.state);
    if (market !== null && dice.once(2)) this.accept({ kind: 'SettleMarket', market });
  }

  /** Flags and times, mostly those with which the market trades. */
  #change(): void {
    const { dice, timeMs } = this;
    const usual = { closed: false, acceptingOrders: true, closeTimeMs: null };
    const [soon, later] = [timeMs + dice.pick([1000, HOUR_MS]), timeMs + dice.pick([2, 9]) * HOUR_MS];
    const changes = dice.pick([
      ...[usual, usual, usual, { closed: true }, { acceptingOrders: false }],
      ...[{ closeTimeMs: soon }, { closeTimeMs: soon }, { openTimeMs: soon }, { openTimeMs: later }],
    ]);
    const market = 'openTimeMs' in changes ? (this.all.at(-1) as MarketId) : dice.pick(this.all);
    const decision = this.submit({ kind: 'UpdateMarket', market, changes });
    if (decision.kind === 'accepted' && decision.events.length > 0) this.oracle.change(market, changes);
  }

  #owner(): { readonly account: AccountId; readonly wallet: WalletId } {
    const account = this.dice.below(ACCOUNTS) as AccountId;
    const { wallets } = this.state.accounts[account]!;
    return { account, wallet: this.dice.once(4) ? this.dice.pick(wallets) : wallets[0]! };
  }

  #amount(): Micros {
    return micros(this.dice.pick([1, 3, 9_999, 1_000_003, 1 + this.dice.below(8_000_000), 15_000_000]));
  }

  /** Mostly an open one. */
  #market(): MarketId {
    const open = this.all.filter((market) => this.oracle.results[market] === 'open');
    return this.dice.pick(open.length > 0 && !this.dice.once(6) ? open : this.all);
  }

  #order(): void {
    const { dice } = this;
    const [shares, cents] = [Math.ceil(this.#amount() / 100) * 100, dice.pick([10, 35, 50, 50, 65, 90])];
    const collateral = (shares / 100) * cents;
    const [owner, market, outcome] = [this.#owner(), this.#market(), dice.pick([0, 1] as const)];
    const free = this.state.wallets[owner.wallet]!.positions.get(market)?.free[outcome] ?? 0;
    const side = free >= shares || dice.once(8) ? 'SELL' : 'BUY';
    const [makerAmount, takerAmount] = side === 'BUY' ? [collateral, shares] : [shares, collateral];
    this.submit({
      ...{ kind: 'PlaceOrder', orderId: numberedOrderId(++this.#placed), ...owner, apiKey: 'key' },
      ...{ market, outcome, side, postOnly: false, expiration: 0 },
      ...{ type: dice.pick(['GTC', 'GTC', 'FAK'] as const), builder: '' },
      ...{ makerAmount: micros(makerAmount), takerAmount: micros(takerAmount) },
    });
  }

  #move(): void {
    const { dice } = this;
    const owner = this.#owner();
    const { wallet } = owner;
    const market = this.#market();
    const amount = this.#amount();
    const { free: all, positions } = this.state.wallets[wallet]!;
    const catalogEvent = this.eventOf(this.all[0]!);
    const spare = (id: MarketId): number => positions.get(id)?.free[1] ?? 0;
    const markets = this.oracle.groupOf(this.all[0]!).filter((id) => spare(id) > 0 && !dice.once(3));
    const most = Math.max(1, Math.min(amount, ...markets.map(spare)));
    this.submit(
      dice.pick<Command>([
        { kind: 'SplitPosition', ...owner, market, amount },
        { kind: 'MergePositions', ...owner, market, amount },
        { kind: 'ConvertPositions', ...owner, catalogEvent, markets, amount: micros(most) },
        { kind: 'SplitPosition', ...owner, market: dice.pick(this.oracle.groupOf(this.all[0]!)), amount },
        { kind: 'ConvertPositions', ...owner, catalogEvent, markets, amount: micros(most) },
        { kind: 'Deposit', wallet, amount: micros(amount * 2) },
        {
          kind: 'MergePositions',
          ...owner,
          market,
          amount: micros(Math.max(1, Math.min(...(positions.get(market)?.free ?? [0])))),
        },
        { kind: 'Withdraw', wallet, amount: dice.once(2) ? all : amount },
        { kind: 'CancelMatching', account: owner.account, market: null, outcome: null },
      ]),
    );
  }

  #rule(command: Command): void {
    if (command.kind === 'ReverseResult') return void this.reverse(command.scope, command.to);
    const decision = this.submit(command);
    if (command.kind !== 'ProposeResult' || decision.kind !== 'accepted') return;
    for (const event of decision.events) if (event.kind === 'ResultProposed') this.#proposed.set(event.market, command);
  }

  /** A result at once, as older versions have it. */
  #resolve(): void {
    const [scope, result] = [drawScope(this.dice, this.state), drawResult(this.dice, this.state)];
    if (result.kind === 'refund' || 'market' in scope !== (result.kind === 'payouts')) return;
    const over = this.#decidedBy(scope, 'open');
    const decision = this.submit(
      result.kind === 'payouts'
        ? { kind: 'ResolveMarket', ...(scope as { readonly market: MarketId }), payouts: result.payouts }
        : { kind: 'ResolveEvent', ...(scope as { readonly catalogEvent: never }), winners: result.winners },
    );
    if (decision.kind === 'accepted') this.oracle.decide(scope, result, over);
  }

  /** A market that has lost while its event goes on. */
  #reopenLoser(): void {
    const isOpen = (market: MarketId): boolean => this.oracle.results[market] === 'open';
    const loser = this.all.find((market) => !isOpen(market) && this.oracle.groupOf(market).some(isOpen));
    if (loser !== undefined) this.reverse({ market: loser }, { kind: 'open' });
  }

  /** True if the result is being replaced. */
  reverse(scope: ResultScope, to: ReverseResult['to']): boolean {
    const isPartial = this.#decidedBy(scope, 'open').length > 0;
    const over = isPartial && 'market' in scope ? [scope.market] : this.#decidedBy(scope, 'decided');
    const decision = this.submit({ kind: 'ReverseResult', scope, to, ...BY });
    if (decision.kind !== 'accepted') return false;
    this.count(`reversed ${isPartial ? 'partial ' : ''}to ${to.kind}`);
    this.oracle.decide(scope, to, over);
    return true;
  }

  /** Compares every account's money, and the shares of open markets, with the oracle. */
  compare(): void {
    if (this.state.settling.size > 0) return;
    const money = this.state.accounts.map(({ wallets, debt }) =>
      wallets.reduce((sum, wallet) => {
        const { free, held } = this.state.wallets[wallet]!;
        return sum + BigInt(free) + BigInt(held);
      }, BigInt(-debt)),
    );
    expect(money).toEqual(this.oracle.money());
    for (const market of this.all) {
      const { status, payouts, ...kept } = this.state.markets[market]!;
      const result = this.oracle.results[market];
      expect([status, payouts?.[0] ?? 'open']).toEqual(
        result === 'open' ? ['open', 'open'] : ['resolved', result === 'refund' ? 0 : result],
      );
      if (status !== 'open') continue;
      expect(kept).toMatchObject(this.oracle.phaseOf(market, this.timeMs));
      for (const [wallet, [first, second]] of this.oracle.shares(market)) {
        const { free, held } = this.state.wallets[wallet]!.positions.get(market) ?? { free: [0, 0], held: [0, 0] };
        expect([free[0] + held[0], free[1] + held[1]]).toEqual([Number(first), Number(second)]);
      }
    }
  }

  /** A snapshot at any moment restores the same state, with the same steps ahead. */
  compareSnapshot(): void {
    const restored = restoreSnapshot(takeSnapshot(this.state));
    expect(hashState(restored)).toBe(hashState(this.state));
    expect(restored.markets.map(({ correction }) => correction)).toEqual(
      this.state.markets.map(({ correction }) => correction),
    );
  }

  /** Every account's money and all shares, whatever wallet they are in. */
  holdings(): unknown {
    const { accounts, wallets, totals } = this.state;
    const money = accounts.map(({ wallets: own, debt }) =>
      own.reduce((sum, wallet) => sum + wallets[wallet]!.free + wallets[wallet]!.held, -debt),
    );
    const positions = wallets.map(({ positions: all }) =>
      [...all].map(([market, { free }]) => [market, ...free]).sort(),
    );
    const markets = this.state.markets.map(({ supply, vault, locked, payouts }) => ({
      supply,
      vault,
      locked,
      payouts,
    }));
    const advances = [...this.state.catalogEvents.values()].map(({ advanced }) => advanced);
    return structuredClone({ money, positions, markets, advances, fees: totals.fees });
  }

  /** Reverses a result to another one and back: everything is as it was. */
  toAndFro(): void {
    this.settle();
    const market = this.dice.pick(this.all);
    const { payouts, proposal } = this.state.markets[market]!;
    const group = this.oracle.groupOf(market);
    if (payouts === null || proposal !== null || group.some((id) => this.oracle.results[id] === 'open')) return;
    const before = this.holdings();
    const was = group.map((id) => this.oracle.results[id] as number | 'refund');
    const winners = group.filter((_, index) => was[index] !== 0);
    // A result whose parts are not those of a proposal cannot be named again.
    const back: NamedResult =
      was[0] === 'refund'
        ? { kind: 'refund' }
        : group.length > 1
          ? { kind: 'winners', winners }
          : { kind: 'payouts', payouts: [was[0] as number, 10_000 - (was[0] as number)] };
    if (!this.reverse({ market }, drawReversal(this.dice, this.state))) return;
    this.settle();
    this.compare();
    if (this.state.markets[market]!.status === 'open') return;
    const isBack = this.reverse({ market }, back);
    if (!isBack) return;
    this.settle();
    expect(this.holdings()).toEqual(before);
    this.count('to and fro');
  }
}

const CORNERS: readonly string[] = [
  ...['confirmed payouts', 'confirmed winners', 'confirmed refund', 'withdrawn', 'accepted DisputeResult'],
  ...[
    'reversed to payouts',
    'reversed to winners',
    'reversed to refund',
    'reversed to open',
    'reversed partial to open',
  ],
  ...['debt', 'reclaimed', 'buy cancelled', 'to and fro', 'account_in_debt', 'result_proposed', 'result_not_proposed'],
  ...['result_running', 'result_final', 'market_not_resolved', 'already_resolved', 'result_invalid'],
  ...['reopened as it was paused', 'reopened after its end', 'reopened before its opening'],
];

test('results: every account has what the movements and the current results come to', () => {
  const counts = new Map<string, number>();
  fc.assert(
    fc.property(fc.noBias(fc.nat()), (seed) => {
      const court = new Court(seed);
      for (let step = 0; step < 200; step++) {
        court.act();
        if (step % 5 === 0) court.compare();
        if (step % 10 === 0) court.compareSnapshot();
        if (step % 30 === 29) court.toAndFro();
      }
      court.settle();
      court.compare();
      court.end();
      for (const [label, count] of court.counts) counts.set(label, (counts.get(label) ?? 0) + count);
    }),
    { numRuns: runs(RUNS), seed: seedOf(20_261_129) },
  );
  // The quick lane has too few runs to meet them all.
  if (runs(RUNS) < RUNS) return;
  for (const corner of CORNERS) expect([corner, met(counts.get(corner) ?? 0) > 0]).toEqual([corner, true]);
});
