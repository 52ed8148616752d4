/** The whole exchange again, obvious and slow: an oracle that shares no logic with `decide` and `apply`. Tests only. */
import type { AskingCommand } from '../asking/commands.ts';
import type { Command, SettleMarket, Stamp } from '../command.ts';
import type { CommunityCommand } from '../community/commands.ts';
import type { Decision } from '../decision.ts';
import type { CancelReason, Event } from '../event.ts';
import type { QuoteHouse } from '../house/terms.ts';
import type { SetLooks } from '../looks/looks.ts';
import type { ConvertPositions } from '../positions/commands.ts';
import { type RejectCode, reject } from '../reject.ts';
import type { ResultCommand } from '../results/commands.ts';
import { type AccountId, type MarketId, type OrderId, walletId } from '../units/units.ts';
import { isAskingCommand, naiveAsking } from './naive-asking.ts';
import { naiveAddToCatalog, naiveUpdateCatalogEvent, naiveUpdateMarket } from './naive-catalog.ts';
import { isCommunityCommand, naiveCommunity } from './naive-community.ts';
import { naiveGrant } from './naive-grants.ts';
import { naiveHeartbeat, naiveMiss } from './naive-heartbeats.ts';
import { naiveKeys } from './naive-keys.ts';
import { ownershipProblem } from './naive-ownership.ts';
import { bookOrder, closedProblem, closeOrder } from './naive-placement.ts';
import { naiveRelay } from './naive-relay.ts';
import { naiveResolveEvent, naiveResolveMarket } from './naive-resolution.ts';
import { naiveRights, naiveSuspension } from './naive-rights.ts';
import {
  allShares,
  asMicros,
  createNaiveState,
  decided,
  down,
  freeCollateral,
  freeNaiveShares,
  least,
  moveCollateral,
  moveShares,
  type NaiveMarket,
  type NaiveOrder,
  type NaiveState,
  up,
} from './naive-state.ts';
import {
  isNaiveBorrowed,
  naiveBindAndPlace,
  naiveBindWallet,
  naiveOpenAccount,
  naivePlacementOfAnyWallet,
  naiveReleaseWallets,
} from './naive-wallets.ts';

const LARGEST = 9_000_000_000_000_000n;
const isAmount = (value: number): boolean => Number.isInteger(value) && value >= 1 && BigInt(value) <= LARGEST;

const accepted = (...events: readonly Event[]): Decision => decided(events);

type Of<Kind extends Command['kind']> = Extract<Command, { readonly kind: Kind }>;
type Decide = {
  readonly [Kind in Exclude<
    Command['kind'],
    (AskingCommand | CommunityCommand | ResultCommand | QuoteHouse | SetLooks)['kind']
  >]: (state: NaiveState, command: Of<Kind>, stamp: Stamp) => Decision;
};

type Execute = (state: NaiveState, command: Command, stamp: Stamp) => Decision;

export class NaiveExchange {
  readonly state: NaiveState = createNaiveState();

  execute(command: Command, stamp: Stamp): Decision {
    const suspended = naiveSuspension(this.state, command);
    if (suspended) return reject('account_suspended');
    if (isAskingCommand(command)) return naiveAsking(this.state, command, stamp.timeMs);
    if (isCommunityCommand(command)) return naiveCommunity(this.state, command, stamp);
    const decide = this.#decide[command.kind as keyof Decide] as Execute;
    return decide(this.state, command, stamp);
  }

  readonly #decide: Decide = {
    PlaceOrder: naivePlacementOfAnyWallet,
    BindAndPlace: naiveBindAndPlace,
    OpenAccount: naiveOpenAccount,
    BindWallet: naiveBindWallet,
    ReleaseWallets: naiveReleaseWallets,
    ResolveMarket: naiveResolveMarket,
    ResolveEvent: naiveResolveEvent,
    ...{ Beat: naiveHeartbeat, ExpireHeartbeats: naiveHeartbeat, RenewHeartbeats: naiveHeartbeat },
    ...{ Grant: naiveGrant, SetStandingGrant: naiveGrant },
    ...{ AddKey: naiveKeys, RevokeKey: naiveKeys, EndKeys: naiveKeys },
    ...{ SetRole: naiveRights, IssueToken: naiveRights, RevokeToken: naiveRights, NoteAct: naiveRights },
    ...{ SuspendAccount: naiveRights, ResumeAccount: naiveRights, SweepSuspended: naiveRights },
    AddToCatalog: (state, command, { timeMs }) => naiveAddToCatalog(state, command, timeMs),
    UpdateCatalogEvent: (state, command, { timeMs }) => naiveUpdateCatalogEvent(state, command, timeMs),
    UpdateMarket: (state, command, { timeMs }) => naiveUpdateMarket(state, command, timeMs),
    RelayTransaction: (state, command, stamp) =>
      naiveRelay(state, command, stamp.timeMs, (step) =>
        // Each step is part of the act.
        this.execute(command.act === undefined ? step : { ...step, act: command.act }, stamp),
      ),
    CancelOrders: (_, { account, orderIds }) => this.#cancelOrders(account, orderIds),
    CancelMatching: (_, command) => this.#cancelMatching(command),
    ExpireOrders: (_, __, { timeMs }) => this.#expire(Math.floor(timeMs / 1000)),
    EndTrading: (_, __, { timeMs }) => this.#endTrading(timeMs),
    IssueApiKey: (_, command) => this.#apiKey(command),
    RevokeApiKey: (_, command) => this.#apiKey(command),
    Deposit: (_, command) => this.#moveFunds(command),
    Withdraw: (_, command) => this.#moveFunds(command),
    SplitPosition: (_, command) => this.#splitOrMerge(command),
    MergePositions: (_, command) => this.#splitOrMerge(command),
    ConvertPositions: (_, command) => this.#convert(command),
    SettleMarket: (_, command) => this.#settle(command),
    RecordRequest: () => decided([]),
    SetMode: (state, { mode }) => {
      if (state.mode === mode) return decided([]);
      state.mode = mode;
      return accepted({ kind: 'ModeSet', mode });
    },
    AdoptRules: (state, { version }) => {
      if (state.rules >= version) return decided([]);
      state.rules = version;
      return accepted({ kind: 'RulesAdopted', version });
    },
  };

  #cancel(orders: readonly NaiveOrder[], reason: CancelReason): Event[] {
    for (const order of orders) closeOrder(this.state, order, 'canceled');
    return orders.map((order) => ({ kind: 'OrderCanceled', order: order.number, reason }));
  }

  #cancelOrders(account: AccountId, orderIds: readonly OrderId[]): Decision {
    const problem = this.#cancelProblem(account);
    if (problem !== null) return reject(problem);
    if (orderIds.length > 1000) return reject('amount_out_of_range');
    const notCanceled: Record<string, string> = {};
    const orders: NaiveOrder[] = [];
    for (const orderId of orderIds) {
      const order = this.state.orders.find((open) => open.orderId === orderId && open.account === account);
      const fate = this.state.results.find((result) => result.orderId === orderId)?.fate;
      if (order === undefined)
        notCanceled[orderId] = fate === 'matched' ? 'Order already matched' : 'Order not found or already canceled';
      else if (!orders.includes(order)) orders.push(order);
    }
    return decided(this.#cancel(orders, 'user'), notCanceled);
  }

  #cancelProblem(account: AccountId): RejectCode | null {
    if (this.state.mode === 'disabled') return 'mode_disabled';
    return this.state.accounts[account] === undefined ? 'unknown_account' : null;
  }

  #cancelMatching({ account, market, outcome }: Of<'CancelMatching'>): Decision {
    const problem = this.#cancelProblem(account);
    if (problem !== null) return reject(problem);
    const own = this.state.orders.filter((order) => order.account === account);
    const inMarket = own.filter((order) => market === null || order.market === market);
    const orders = inMarket.filter((order) => outcome === null || order.outcome === outcome);
    return decided(this.#cancel(orders.slice(0, 1000), 'user'));
  }

  /** One step ends orders of a single second, the earliest. */
  #expire(nowSeconds: number): Decision {
    const timed = this.state.orders.filter((order) => order.expiration > 0 && order.expiration <= nowSeconds);
    const earliest = Math.min(...timed.map((order) => order.expiration));
    return decided(this.#cancel(timed.filter((order) => order.expiration === earliest).slice(0, 200), 'expired'));
  }

  /** Records markets at their closing time, earliest first; without any, cancels orders in those recorded. */
  #endTrading(nowMs: number): Decision {
    const open = this.state.markets.filter(({ status }) => status === 'open');
    const closeOf = ({ terms }: NaiveMarket): number => terms.closeTimeMs ?? Number.POSITIVE_INFINITY;
    const due = open.filter((market) => market.ended === null && closeOf(market) <= nowMs);
    const first = due.toSorted((a, b) => closeOf(a) - closeOf(b) || a.id - b.id).slice(0, 200);
    for (const market of first) market.ended = Math.max(-1, ...open.map(({ ended }) => ended ?? -1)) + 1;
    if (first.length > 0) return accepted(...first.map(({ id }): Event => ({ kind: 'TradingEnded', market: id })));
    const ended = open.filter((market) => market.ended !== null).toSorted((a, b) => a.ended! - b.ended!);
    const orders = ended.flatMap((market) => bookOrder(this.state, market));
    return decided(this.#cancel(orders.slice(0, 200), 'trading_ended'));
  }

  #apiKey(command: Of<'IssueApiKey' | 'RevokeApiKey'>): Decision {
    const { keys, accounts } = this.state;
    const { account, apiKey } = command;
    const known = keys.find((key) => key.apiKey === apiKey);
    if (command.kind === 'RevokeApiKey') {
      if (known === undefined || known.account !== account) return reject('unknown_api_key');
      if (known.revoked) return decided([]);
      known.revoked = true;
      return accepted({ kind: 'ApiKeyRevoked', account, apiKey }, ...naiveMiss(this.state, apiKey, 'key_revoked'));
    }
    if (accounts[account] === undefined) return reject('unknown_account');
    if (known !== undefined) {
      if (known.account !== account) return reject('unknown_api_key');
      return known.revoked ? reject('api_key_revoked') : decided([]);
    }
    if (keys.filter((key) => key.account === account && !key.revoked).length >= 100) return reject('too_many_api_keys');
    keys.push({ apiKey, account, revoked: false });
    return accepted({ kind: 'ApiKeyIssued', account, apiKey, nonce: command.nonce });
  }

  #moveFunds(command: Of<'Deposit' | 'Withdraw'>): Decision {
    const { state } = this;
    const { wallet, amount, address } = command;
    const named = state.wallets[wallet];
    if (named === undefined) return reject('unknown_wallet');
    if (address !== undefined && named.address !== address) return reject('unknown_wallet');
    if (!isAmount(amount)) return reject('amount_out_of_range');
    if (command.kind === 'Deposit') {
      if (isNaiveBorrowed(state, named)) return reject('wallet_borrowed');
      if (state.deposited + BigInt(amount) > LARGEST) return reject('deposit_limit');
      state.deposited += BigInt(amount);
      moveCollateral(state, wallet, BigInt(amount));
      return accepted({ kind: 'Deposited', wallet, amount });
    }
    if (freeCollateral(state, wallet) < BigInt(amount)) return reject('insufficient_balance');
    state.deposited -= BigInt(amount);
    moveCollateral(state, wallet, -BigInt(amount));
    return accepted({ kind: 'Withdrawn', wallet, amount });
  }

  #splitOrMerge(command: Of<'SplitPosition' | 'MergePositions'>): Decision {
    const { state } = this;
    if (state.mode === 'disabled') return reject('mode_disabled');
    const { wallet, market: id, amount } = command;
    const market = state.markets[id];
    const problem = ownershipProblem(state, command) ?? closedProblem(market);
    if (problem !== null || market === undefined) return reject(problem ?? 'unknown_market');
    if (!isAmount(amount)) return reject('amount_out_of_range');
    const pairs = BigInt(amount);
    const split = command.kind === 'SplitPosition';
    if (split && freeCollateral(state, wallet) < pairs) return reject('insufficient_balance');
    for (const outcome of [0, 1] as const)
      if (!split && freeNaiveShares(state, wallet, id, outcome) < pairs) return reject('insufficient_position');
    const change = split ? pairs : -pairs;
    moveCollateral(state, wallet, -change);
    moveShares(state, wallet, id, 0, change);
    moveShares(state, wallet, id, 1, change);
    market.locked += change;
    return accepted({ kind: split ? 'PositionSplit' : 'PositionsMerged', wallet, market: id, amount });
  }

  #convert(command: ConvertPositions): Decision {
    const { state } = this;
    if (state.mode === 'disabled') return reject('mode_disabled');
    const { wallet, amount } = command;
    const problem = ownershipProblem(state, command);
    if (problem !== null) return reject(problem);
    const catalogEvent = state.catalogEvents.find((event) => event.id === command.catalogEvent);
    if (catalogEvent === undefined) return reject('unknown_catalog_event');
    if (!catalogEvent.negRisk) return reject('not_neg_risk');
    const all = state.markets.filter((market) => market.catalogEvent === catalogEvent.id);
    const distinct = new Set(command.markets);
    if (all.length < 2 || distinct.size === 0 || distinct.size < command.markets.length)
      return reject('conversion_invalid');
    for (const market of all) {
      const closed = closedProblem(market);
      if (closed !== null) return reject(closed);
    }
    const given = all.filter((market) => distinct.has(market.id));
    const received = all.filter((market) => !distinct.has(market.id));
    if (given.length !== distinct.size) return reject('conversion_invalid');
    if (!isAmount(amount)) return reject('amount_out_of_range');
    const shares = BigInt(amount);
    if (given.some((market) => freeNaiveShares(state, wallet, market.id, 1) < shares))
      return reject('insufficient_position');
    const collateral = shares * BigInt(given.length - 1);
    for (const market of given) moveShares(state, wallet, market.id, 1, -shares);
    for (const market of received) {
      moveShares(state, wallet, market.id, 0, shares);
      market.locked += shares;
    }
    for (const market of all) market.vault += shares;
    moveCollateral(state, wallet, collateral);
    catalogEvent.advanced += shares * BigInt(all.length - 1);
    const ids = (markets: readonly NaiveMarket[]): MarketId[] => markets.map((market) => market.id);
    const converted = { wallet, catalogEvent: catalogEvent.id, given: ids(given), received: ids(received) };
    return accepted({ kind: 'PositionsConverted', ...converted, amount, collateral: asMicros(collateral) });
  }

  #settle(command: SettleMarket): Decision {
    const { state } = this;
    const market = state.markets[command.market];
    if (market === undefined) return reject('unknown_market');
    if (market.status !== 'resolving') return decided([]);
    const orders = bookOrder(state, market).slice(0, 200);
    if (orders.length > 0) return accepted(...this.#cancel(orders, 'market_resolved'));
    return accepted(...this.#payOut(market));
  }

  #payOut(market: NaiveMarket): Event[] {
    const { state } = this;
    const events: Event[] = [];
    const [yes, no] = market.payouts!.map(BigInt) as [bigint, bigint];
    for (let index = 0; index < state.wallets.length; index++) {
      const wallet = walletId(index);
      const shares = [allShares(state, wallet, market.id, 0), allShares(state, wallet, market.id, 1)] as const;
      if (shares[0] + shares[1] === 0n) continue;
      if (events.length === 200) return events;
      const collateral = down(shares[0] * yes + shares[1] * no, 10_000n);
      moveShares(state, wallet, market.id, 0, -shares[0]);
      moveShares(state, wallet, market.id, 1, -shares[1]);
      moveCollateral(state, wallet, collateral);
      market.locked -= collateral;
      const redeemed = [asMicros(shares[0]), asMicros(shares[1])] as const;
      const paid = { market: market.id, wallet, shares: redeemed, collateral: asMicros(collateral) };
      events.push({ kind: 'PayoutMade', ...paid });
    }
    const catalogEvent = state.catalogEvents.find((event) => event.id === market.catalogEvent);
    const repaid = least(up(market.vault * no, 10_000n), catalogEvent?.advanced ?? 0n);
    if (catalogEvent !== undefined) catalogEvent.advanced -= repaid;
    const remainder = market.locked - repaid;
    state.fees += remainder;
    market.locked = 0n;
    market.vault = 0n;
    market.status = 'resolved';
    return [...events, { kind: 'MarketSettled', market: market.id, remainder: asMicros(remainder) }];
  }
}
