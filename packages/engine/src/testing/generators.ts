/** Generates commands of a small busy venue: prices meet, money runs short, every mistake happens. Tests only. */
import type { Command, PlaceOrder } from '../command.ts';
import type { MarketDefinition } from '../market/definition.ts';
import type { SplitPosition } from '../positions/commands.ts';
import {
  type AccountId,
  accountId,
  type CatalogId,
  catalogId,
  conditionId,
  type MarketId,
  type Micros,
  marketId,
  micros,
  type OrderId,
  type OrderType,
  type Side,
  type VenueMode,
  type WalletId,
  walletId,
} from '../units/units.ts';
import { catalogEventDefinition, marketDefinition, tagDefinition } from './definitions.ts';
import { Dice } from './dice.ts';
import type { Intent } from './intents.ts';
import { closeTime, marketChanges } from './market-changes.ts';
import {
  MARKETS_AT_START,
  type MarketPlan,
  marketsOf,
  NEG_RISK_EVENT,
  NEG_RISK_MARKETS,
  PAYOUTS,
  PLAIN_EVENT,
  PLANS,
  RACE_EVENT,
  RACE_MARKETS,
} from './market-plans.ts';
import { immediateAmounts, restingAmounts } from './order-amounts.ts';
import { numberedOrderId } from './order-ids.ts';
import { recordedResult } from './recorded-result.ts';
import { RelayCommands } from './relay-commands.ts';
import { ACCOUNTS, accountAddress, foreignAddress, openSomeAccount, otherWallet } from './wallet-commands.ts';

export type TimedCommand = { readonly command: Command; readonly timeMs: number };

const START_MS = 1_700_000_000_000;
const STEPS_MS = [0, 0, 0, 250, 750, 1000, 2000, 7000];
const UNIT = 1_000_000;
/** Each account opens with two wallets; further ones are bound later. */
const WALLETS_AT_START = ACCOUNTS * 2;

const OTHER_CONDITION = conditionId(`0x${'cc'.repeat(32)}`);

const eventOf = (id: CatalogId | null, slug: string, negRisk: boolean, ...tagSlugs: readonly string[]) =>
  catalogEventDefinition({ id, slug, negRisk, tagSlugs });

type Drawn = Pick<SplitPosition, 'account' | 'wallet' | 'market' | 'amount'>;
type FieldsOf = { readonly [Kind in Intent['kind']]: (dice: Dice, drawn: Drawn) => object };

export class CommandFactory {
  #timeMs = START_MS;
  #markets: MarketPlan[] = [];
  #wallets = WALLETS_AT_START;
  #orders = 0;
  readonly #resolved: MarketId[] = [];
  readonly #placed: PlaceOrder[] = [];
  /** Keys that each account has revoked. */
  readonly #keysRevoked: number[] = [];
  readonly #relay = new RelayCommands();

  opening(): TimedCommand[] {
    const negRisk = Array.from({ length: NEG_RISK_MARKETS }, () => this.#market(PLANS[0]!, true));
    const markets = PLANS.map((plan) => this.#market(plan, false));
    const runners = Array.from({ length: RACE_MARKETS }, () => this.#market(PLANS[2]!, true));
    const event = eventOf(NEG_RISK_EVENT, 'election', true, 'politics');
    const plain = eventOf(PLAIN_EVENT, 'game-night', false);
    const race = eventOf(RACE_EVENT, 'race', true);
    const nothing = { kind: 'AddToCatalog', tags: [], series: [], events: [], markets: [] } as const;
    const commands: Command[] = [
      {
        ...nothing,
        tags: [tagDefinition('politics')],
        events: [
          { event, markets: negRisk },
          { event: plain, markets: [] },
        ],
        markets,
      },
      { ...nothing, events: [{ event: race, markets: runners }] },
    ];
    for (let account = 0; account < ACCOUNTS; account++) {
      const startingBalance = micros(800 * UNIT);
      const owner = { address: accountAddress(account), depositWallet: otherWallet(account + 16) };
      commands.push({ kind: 'OpenAccount', ...owner, startingBalance });
      for (let market = 0; market < MARKETS_AT_START; market++) {
        const wallet = walletId(account * 2 + ((account + market) % 2));
        const amount = micros(60 * UNIT + market);
        commands.push({ kind: 'SplitPosition', account: accountId(account), wallet, market: marketId(market), amount });
      }
    }
    return commands.map((command) => ({ command, timeMs: this.#timeMs }));
  }

  next(intent: Intent): TimedCommand {
    const dice = new Dice(intent.seed);
    this.#timeMs += dice.pick([...STEPS_MS, dice.once(20) ? 90_000 : 500, dice.once(5) ? 1 : 0]);
    if (intent.kind === 'ExpireOrders' && dice.once(2)) this.#waitForExpiration(dice);
    return { command: this.#command(intent.kind, dice), timeMs: this.#timeMs };
  }

  /** Moves the clock to the next expiration of a generated order, or to the moment before it. */
  #waitForExpiration(dice: Dice): void {
    const ahead = this.#placed.map((order) => order.expiration * 1000).filter((ms) => ms > this.#timeMs);
    if (ahead.length > 0) this.#timeMs = Math.min(...ahead) - dice.pick([0, 0, 1]);
  }

  #command(kind: Intent['kind'], dice: Dice): Command {
    const owner = this.#owner(dice);
    const drawn: Drawn = { ...owner, market: this.#anyMarket(dice), amount: this.#amount(dice) };
    return { kind, ...this.#fields[kind](dice, drawn) } as Command;
  }

  readonly #fields: FieldsOf = {
    PlaceOrder: (dice) => this.#placeOrder(dice),
    CancelOrders: (dice, { account }) => this.#cancelOrders(dice, account),
    CancelMatching: (dice, { account, market }) => {
      return { account, market: dice.once(2) ? null : market, outcome: dice.pick([null, 0, 1] as const) };
    },
    SplitPosition: (_, drawn) => drawn,
    MergePositions: (_, drawn) => drawn,
    ConvertPositions: (dice, { account, wallet, amount }) => this.#convert(dice, account, wallet, amount),
    RelayTransaction: (dice) => {
      const market = () => this.#anyMarket(dice);
      return this.#relay.next(dice, market, () => this.#amount(dice));
    },
    ...{ RecordRequest: () => ({}), ExpireOrders: () => ({}), EndTrading: () => ({}), ReleaseWallets: () => ({}) },
    AdoptRules: (dice) => ({ version: dice.pick([1, 2, 3]) }),
    Deposit: (dice, { wallet, amount }) => {
      return { wallet: this.#anyWallet(dice, wallet), amount: dice.once(20) ? micros(9e15) : amount };
    },
    Withdraw: (dice, { wallet, amount }) => ({
      wallet,
      amount,
      ...(dice.once(6) && { address: foreignAddress(dice) }),
    }),
    UpdateMarket: (dice, { market }) => this.#updateMarket(dice, market),
    UpdateCatalogEvent: (dice) => ({
      catalogEvent: dice.once(5) ? catalogId(999) : NEG_RISK_EVENT,
      changes: dice.pick([{}, { title: 'Elections' }, { active: dice.once(2), closed: dice.once(2) }]),
    }),
    ResolveMarket: (dice, { market }) =>
      this.#resolve(dice, dice.once(3) ? market : marketId(dice.below(NEG_RISK_MARKETS))),
    ResolveEvent: (dice) => this.#resolveEvent(dice),
    SettleMarket: (dice, { market }) => {
      return { market: this.#resolved.length > 0 && !dice.once(4) ? dice.pick(this.#resolved) : market };
    },
    SetMode: (dice) => {
      return { mode: dice.once(8) ? dice.pick<VenueMode>(['post_only', 'cancel_only', 'disabled']) : 'open' };
    },
    OpenAccount: (dice) => {
      this.#wallets += 2;
      return openSomeAccount(dice);
    },
    BindWallet: (dice, { account }) => {
      this.#wallets++;
      return { account, wallet: foreignAddress(dice) };
    },
    BindAndPlace: (dice) => {
      this.#wallets++;
      const { wallet: _owned, ...order } = this.#placeOrder(dice);
      return { wallet: foreignAddress(dice), order };
    },
    // Occasionally the key that was revoked last.
    IssueApiKey: (dice) => ({ ...this.#keyOwner(dice, this.#orders % 4 === 0 ? 1 : 0), nonce: `${dice.below(4)}` }),
    RevokeApiKey: (dice) => this.#revokeKey(dice),
    AddToCatalog: (dice) => this.#addToCatalog(dice),
  };

  /** Mostly a wallet with its owner; occasionally a wrong owner or no such wallet. */
  #owner(dice: Dice): { readonly account: AccountId; readonly wallet: WalletId } {
    const wallet = dice.below(WALLETS_AT_START);
    if (dice.once(60))
      return { account: accountId(dice.below(ACCOUNTS + 3)), wallet: walletId(dice.below(this.#wallets + 2)) };
    return { account: accountId(wallet >> 1), wallet: walletId(wallet) };
  }

  #anyWallet(dice: Dice, owned: WalletId): WalletId {
    return dice.once(3) ? walletId(dice.below(this.#wallets)) : owned;
  }

  #keyOwner(dice: Dice, before = 0): { readonly account: AccountId; readonly apiKey: string } {
    const key = dice.below(ACCOUNTS);
    return { account: accountId(dice.once(4) ? dice.below(ACCOUNTS) : key), apiKey: this.#keyName(key, before) };
  }

  /** Traders go on under a further key, except for orders that were on their way. */
  #revokeKey(dice: Dice): { readonly account: AccountId; readonly apiKey: string } {
    const revoked = this.#keyOwner(dice);
    const { account, apiKey } = revoked;
    if (apiKey === this.#keyName(account)) this.#keysRevoked[account] = (this.#keysRevoked[account] ?? 0) + 1;
    return revoked;
  }

  #keyName(key: number, before = 0): string {
    const revoked = Math.max(0, (this.#keysRevoked[key] ?? 0) - before);
    return revoked === 0 ? `key-${key}` : `key-${key}-${revoked}`;
  }

  #anyMarket(dice: Dice): MarketId {
    return marketId(dice.once(80) ? this.#markets.length + 1 : dice.below(this.#markets.length));
  }

  /** A few unresolved markets, where orders pile up and meet. */
  #busyMarket(dice: Dice): MarketId {
    const open = this.#markets.map((_, index) => marketId(index)).filter((id) => !this.#resolved.includes(id));
    return dice.pick([...open.slice(0, 1), ...open.slice(2, 6)]) ?? marketId(0);
  }

  /** Mostly the wallet that got positions in the opening. */
  #traderIn(market: MarketId, dice: Dice): { readonly account: AccountId; readonly wallet: WalletId } {
    if (dice.once(4)) return this.#owner(dice);
    const account = dice.below(ACCOUNTS);
    return { account: accountId(account), wallet: walletId(account * 2 + ((account + market) % 2)) };
  }

  #amount(dice: Dice): Micros {
    const small = [1, 2, 3, 1 + dice.below(100)];
    const large = [UNIT, 1 + dice.below(5 * UNIT), 7 * UNIT, 300 * UNIT];
    return micros(dice.pick([...small, ...large, dice.once(20) ? 0 : 11]));
  }

  #placeOrder(dice: Dice): PlaceOrder {
    const again = this.#placed.at(-1 - dice.below(30));
    if (again !== undefined && dice.once(25)) return dice.once(3) ? { ...again, ...this.#owner(dice) } : again;
    const market = dice.once(3) ? this.#anyMarket(dice) : this.#busyMarket(dice);
    const side: Side = dice.once(2) ? 'BUY' : 'SELL';
    const type = dice.pick<OrderType>(['GTC', 'GTC', 'GTC', 'GTC', 'GTD', 'FOK', 'FAK', 'FAK']);
    const tick = this.#markets[market]?.tick ?? 100;
    const price = this.#price(dice, tick);
    const immediate = type === 'FOK' || type === 'FAK';
    const amounts = immediate
      ? immediateAmounts(dice, side, price, tick)
      : restingAmounts(dice, side, price, this.#markets[market]?.minimumSize ?? 0);
    const command: PlaceOrder = {
      ...{ kind: 'PlaceOrder', market, side, type, ...amounts, orderId: this.#orderId() },
      ...this.#traderIn(market, dice),
      apiKey: this.#keyName(dice.below(4), this.#orders % 20 === 0 ? 1 : 0),
      outcome: dice.once(2) ? 0 : 1,
      postOnly: dice.once(immediate ? 30 : 10),
      expiration: this.#expiration(dice, type),
      builder: dice.once(10) ? `0x${'b1'.repeat(32)}` : '',
    };
    this.#placed.push(command);
    return command;
  }

  #orderId(): OrderId {
    this.#orders++;
    return numberedOrderId(this.#orders);
  }

  /** Mostly a few prices around the middle, so that orders meet; occasionally an extreme price, or one off the grid. */
  #price(dice: Dice, tick: number): number {
    if (dice.once(25)) return dice.pick([0, tick, 10_000 - tick, 10_000, tick + 3, 5001, 9999, 1]);
    const around = Math.round(5000 / tick) + dice.below(5) - 2;
    return dice.once(6) ? Math.max(1, dice.below(10_000 / tick)) * tick : around * tick;
  }

  #expiration(dice: Dice, type: OrderType): number {
    const now = Math.floor(this.#timeMs / 1000);
    if (type !== 'GTD') return dice.once(40) ? now + 100 : 0;
    return now + dice.pick([59, 60, 61, 61, 61, 62, 62, 70, 70, 70, 100]);
  }

  #cancelOrders(dice: Dice, account: AccountId): Command {
    const recent = this.#placed.slice(-40);
    const orderIds = Array.from({ length: dice.below(4) }, () => dice.pick(recent)?.orderId ?? this.#orderId());
    const owner = recent.find((order) => order.orderId === orderIds[0])?.account;
    return { kind: 'CancelOrders', account: dice.once(8) ? account : (owner ?? account), orderIds };
  }

  #convert(dice: Dice, account: AccountId, wallet: WalletId, amount: Micros): Command {
    const catalogEvent = dice.once(15) ? dice.pick([catalogId(900), PLAIN_EVENT]) : this.#negRiskEvent(dice);
    const chosen = marketsOf(catalogEvent).filter(() => !dice.once(3));
    const markets = dice.once(20) ? [...chosen, dice.pick([marketId(0), marketId(5)])] : chosen;
    const given = dice.once(2) ? amount : micros(1 + dice.below(UNIT));
    return { kind: 'ConvertPositions', account, wallet, catalogEvent, markets, amount: given };
  }

  /** An event that is not resolved, as far as known. */
  #negRiskEvent(dice: Dice): CatalogId {
    const isOver = marketsOf(NEG_RISK_EVENT).some((market) => this.#resolved.includes(market));
    return isOver && !dice.once(4) ? RACE_EVENT : NEG_RISK_EVENT;
  }

  #resolveEvent(dice: Dice): Command {
    const catalogEvent = dice.once(12) ? dice.pick([catalogId(900), PLAIN_EVENT]) : this.#negRiskEvent(dice);
    const markets = marketsOf(catalogEvent);
    this.#resolved.push(...markets);
    const some = markets.filter(() => dice.once(2));
    const winners = dice.pick([null, null, [dice.pick(markets)], some, [...some, marketId(5)]]);
    return { kind: 'ResolveEvent', catalogEvent, winners };
  }

  #updateMarket(dice: Dice, market: MarketId): Command {
    const changes = marketChanges(dice, this.#timeMs);
    const plan = this.#markets[market];
    if (plan !== undefined && PLANS.some(({ tick }) => tick === changes.tick))
      this.#markets[market] = { ...plan, tick: changes.tick as number };
    return { kind: 'UpdateMarket', market, changes };
  }

  #resolve(dice: Dice, market: MarketId): Command {
    this.#resolved.push(market);
    const closesEvent = market % 2 === 0 && ({ closesEvent: true } as const);
    return { kind: 'ResolveMarket', market, payouts: dice.pick(PAYOUTS), ...closesEvent };
  }

  #addToCatalog(dice: Dice): Command {
    const base = { kind: 'AddToCatalog', tags: [], series: [], events: [], markets: [] } as const;
    const last = this.#markets.length;
    const slug = dice.pick(['politics', 'sports', 'science']);
    const tag = tagDefinition(slug, dice.once(3) ? catalogId(1 + dice.below(3)) : null);
    const drawn = dice.below(7);
    if (drawn === 0) return { ...base, tags: [tag] };
    if (drawn === 6) return { ...base, ...recordedResult(dice, last) };
    if (drawn === 1) {
      const event = eventOf(NEG_RISK_EVENT, 'election', true);
      return { ...base, events: [{ event, markets: [marketDefinition(last, { negRisk: true, tick: 100 })] }] };
    }
    if (drawn === 2) {
      const event = eventOf(null, `event-${dice.below(4)}`, false, tag.slug);
      return { ...base, events: [{ event, markets: [] }] };
    }
    if (drawn === 3) {
      const index = dice.below(last);
      // A known condition, or a new market that claims the tokens of a known one.
      return { ...base, markets: [marketDefinition(index, dice.once(2) ? { conditionId: OTHER_CONDITION } : {})] };
    }
    return { ...base, markets: [{ ...this.#market(dice.pick(PLANS), false), ...closeTime(dice, this.#timeMs) }] };
  }

  #market(plan: MarketPlan, negRisk: boolean): MarketDefinition {
    const { tick, minimumSize, takerFeeRate } = plan;
    this.#markets.push(plan);
    const terms = { tick, minimumSize: micros(minimumSize), takerFeeRate, negRisk };
    return marketDefinition(this.#markets.length - 1, terms);
  }
}
