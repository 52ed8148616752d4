/**
 * Plays a scenario on a branch: sets it up if the journal is empty, runs its script on time, and has its house traders
 * act. All acts are commands to the exchange, decided and journaled like any others; only HTTP and signatures are left
 * out. Each act follows from the seed, the moment and the books alone. So a branch that begins in the middle continues
 * as its parent would have.
 */
import type { Scenario, ScenarioDeed, ScenarioMaker, ScenarioTaker } from '@bellwether/contract';
import {
  type AccountId,
  type AddToCatalog,
  ASK,
  BID,
  type Command,
  type MarketId,
  marketOf,
  micros,
  type OrderId,
  orderId,
  type State,
  type Wallet,
  walletOf,
} from '@bellwether/engine';
import type { ExchangeHandle } from '@bellwether/exchange/exchange-client.ts';
import type { Randomness } from '@bellwether/ports/runtime.ts';
import { openingOf, PAYOUTS, placementOf } from '@bellwether/venue/ops/house-commands.ts';
import { seededRandomness } from '@bellwether/venue/runtime/seeded-randomness.ts';
import type { DuePart } from '@bellwether/venue/runtime/virtual-time.ts';
import { parseAdminEvent } from '@bellwether/wire/catalog-input/admin.ts';
import { describeInvalid } from '@bellwether/wire/catalog-input/fields.ts';
import { parseDuration, parseMoment } from '@bellwether/wire/forms/moment.ts';
import { SandboxRefused } from '../control.ts';
import { type HouseAccount, houseAccount } from './house-account.ts';
import { type PlayedOn, ScenarioFaults } from './scenario-faults.ts';
import { type Quote, quotesOf, takenBy } from './strategies.ts';

const MICROS = 1_000_000;

/** Request hash of all deeds: the key alone identifies a deed. */
const PLAYER_REQUEST_HASH = '0'.repeat(32);

/** Deeds that leave no journal entry. */
type TakenUp = Extract<ScenarioDeed, { kind: 'belief' | 'fault' | 'disarm' }>;

/** A trader or the script, with the time of its next act. */
interface Agenda {
  nextMs: number;
  /** Acts, and returns the time of the next act; null: never. */
  act(): Promise<number | null>;
}

export class ScenarioPlayer implements DuePart {
  readonly #scenario: Scenario;
  readonly #exchange: ExchangeHandle;
  readonly #playedOn: PlayedOn;
  readonly #faults: ScenarioFaults;
  readonly #accounts: ReadonlyMap<string, HouseAccount>;
  readonly #startMs: number;
  readonly #beliefs = new Map<string, number>();
  readonly #agendas: Agenda[] = [];

  private constructor(
    scenario: Scenario,
    exchange: ExchangeHandle,
    playedOn: PlayedOn,
    accounts: ReadonlyMap<string, HouseAccount>,
  ) {
    this.#scenario = scenario;
    this.#exchange = exchange;
    this.#playedOn = playedOn;
    this.#faults = new ScenarioFaults(scenario, exchange, playedOn);
    this.#accounts = accounts;
    this.#startMs = startOf(scenario);
    for (const { market, is } of scenario.beliefs ?? []) this.#beliefs.set(market, is);
  }

  /** Opens a player on a branch. Throws `SandboxRefused` if the scenario cannot be played. */
  static async open(
    scenario: Scenario,
    exchange: ExchangeHandle,
    playedOn: PlayedOn,
    nowMs: number,
  ): Promise<ScenarioPlayer> {
    const accounts = await Promise.all(scenario.accounts.map((account) => houseAccount(account, scenario.seed)));
    const byName = new Map(accounts.map((account) => [account.name, account]));
    const player = new ScenarioPlayer(scenario, exchange, playedOn, byName);
    const isNew = exchange.state.markets.length === 0;
    if (isNew) await player.#setUp();
    player.#checkSetUp();
    player.#faults.check();
    player.#goOnFrom(nowMs, isNew);
    // Deeds that are due at the start belong to the setup: a branch that continues from here later does not repeat
    // them.
    if (isNew) while ((player.nextMs() ?? Number.POSITIVE_INFINITY) <= nowMs) await player.run();
    return player;
  }

  nextMs(): number | null {
    return this.#next()?.nextMs ?? null;
  }

  async run(): Promise<void> {
    const agenda = this.#next();
    if (agenda === null) return;
    const next = await agenda.act();
    if (next === null) this.#agendas.splice(this.#agendas.indexOf(agenda), 1);
    else agenda.nextMs = next;
  }

  /** Agenda that acts next; ties go to the script, then to the first trader. */
  #next(): Agenda | null {
    let first: Agenda | null = null;
    for (const agenda of this.#agendas) if (first === null || agenda.nextMs < first.nextMs) first = agenda;
    return first;
  }

  get #state(): Readonly<State> {
    return this.#exchange.state;
  }

  async #setUp(): Promise<void> {
    const { events, seed } = this.#scenario;
    const random = seededRandomness(seed);
    for (const event of events) await this.#must(this.#catalogCommand(event, random));
    for (const account of this.#accounts.values()) {
      const next = {
        account: this.#state.accounts.length as AccountId,
        wallet: this.#state.wallets.length as Wallet['id'],
      };
      for (const command of openingOf({ ...account, ...next })) await this.#must(command);
    }
  }

  /** Throws `SandboxRefused` if an account, market or deposit is missing, as between two entries of the setup. */
  #checkSetUp(): void {
    for (const { name, address } of this.#accounts.values()) {
      if (this.#state.walletsByAddress.has(address)) continue;
      throw new SandboxRefused(
        `the scenario is not set up after entry ${this.#exchange.head.sequence}: ${name} has no wallet`,
      );
    }
    let deposited = 0n;
    for (const { balance } of this.#accounts.values()) deposited += BigInt(balance);
    if (this.#state.totals.deposits < deposited)
      throw new SandboxRefused(
        `the scenario is not set up after entry ${this.#exchange.head.sequence}: a deposit is missing`,
      );
    const { beliefs = [], traders, script } = this.#scenario;
    const named = [
      ...beliefs.map(({ market }, index) => [market, `beliefs[${index}].market`] as const),
      ...traders.map(({ market }, index) => [market, `traders[${index}].market`] as const),
      ...script.flatMap(({ do: deed }, index) =>
        'market' in deed ? [[deed.market, `script[${index}].do.market`] as const] : [],
      ),
    ];
    const { marketsBySlug } = this.#state;
    for (const [slug, place] of named)
      if (!marketsBySlug.has(slug)) throw new SandboxRefused(`${place}: there is no market ${slug}`);
  }

  /**
   * Continues from a moment. The journal has earlier deeds; beliefs and fault rules are restored here. Rewinds go to
   * single entries, so deeds of this very moment may be missing: each is submitted again under its key.
   */
  #goOnFrom(nowMs: number, isNew: boolean): void {
    const deeds = this.#scenario.script
      .map(({ at, do: deed }, place) => ({ atMs: this.#startMs + msOf(at), deed, place }))
      .sort((one, other) => one.atMs - other.atMs || one.place - other.place);
    const begun = isNew ? [] : deeds.filter(({ atMs }) => atMs <= nowMs).map(({ deed }) => deed);
    for (const deed of begun) if (deed.kind === 'belief') this.#beliefs.set(deed.market, deed.to);
    this.#faults.armAsAfter(begun);
    const left = deeds.filter(({ atMs, deed }, at) => at >= begun.length || (atMs === nowMs && !isTakenUp(deed)));
    const [first] = left;
    if (first !== undefined) {
      this.#agendas.push({
        nextMs: first.atMs,
        act: async () => {
          const deed = left.shift();
          if (deed !== undefined) await this.#do(deed.deed, deed.place);
          return left[0]?.atMs ?? null;
        },
      });
    }
    for (const [place, trader] of this.#scenario.traders.entries()) {
      const everyMs = msOf(trader.every);
      const turnOf = (ms: number): number => Math.floor((ms - this.#startMs) / everyMs);
      let turn = isNew ? 0 : turnOf(nowMs) + 1;
      this.#agendas.push({
        nextMs: this.#startMs + turn * everyMs,
        act: async () => {
          await this.#trade(trader, place, turn);
          turn++;
          return this.#startMs + turn * everyMs;
        },
      });
    }
  }

  async #do(deed: ScenarioDeed, place: number): Promise<void> {
    switch (deed.kind) {
      case 'belief':
        this.#beliefs.set(deed.market, deed.to);
        return;
      case 'fault':
        return this.#faults.arm(deed.rule);
      case 'disarm':
        return this.#faults.disarmAll();
      default:
        return this.#submitOnce(this.#commandOf(deed, place), place);
    }
  }

  #commandOf(deed: Exclude<ScenarioDeed, TakenUp>, place: number): Command {
    switch (deed.kind) {
      case 'mode':
        return { kind: 'SetMode', mode: deed.mode };
      case 'orders':
        return { kind: 'UpdateMarket', market: this.#market(deed.market), changes: { acceptingOrders: deed.accepted } };
      case 'resolve':
        return {
          kind: 'ResolveMarket',
          market: this.#market(deed.market),
          payouts: PAYOUTS[deed.winner],
          closesEvent: true,
        };
      case 'order': {
        const { account, outcome, side, price, size, type } = deed;
        const quote = { outcome: outcome === 'first' ? 0 : 1, side, price: Math.round(price * 10_000), size } as const;
        return this.#placement(account, this.#market(deed.market), quote, type, `script ${place}`);
      }
      case 'cancel':
        return { kind: 'CancelMatching', account: this.#wallet(deed.account).account, market: null, outcome: null };
      case 'comment': {
        const { catalogEvent, catalogId } = marketOf(this.#state, this.#market(deed.market));
        const { account } = this.#wallet(deed.account);
        const entity =
          catalogEvent === null
            ? ({ type: 'market', id: catalogId } as const)
            : ({ type: 'Event', id: catalogEvent } as const);
        return { kind: 'AddComment', account, entity, parent: null, body: deed.body };
      }
      case 'deposit': {
        const { id: wallet } = this.#wallet(deed.account);
        const { address } = this.#account(deed.account);
        return { kind: 'Deposit', wallet, address, amount: micros(Math.round(deed.amount * MICROS)) };
      }
      default:
        return deed satisfies never;
    }
  }

  async #trade(trader: ScenarioMaker | ScenarioTaker, place: number, turn: number): Promise<void> {
    const id = this.#market(trader.market);
    const market = marketOf(this.#state, id);
    if (!market.acceptingOrders || market.closed) return;
    const belief = this.#beliefs.get(trader.market) ?? 0.5;
    const random = seededRandomness((this.#scenario.seed * 31 + place) * 1_000_003 + turn);
    const { book } = market;
    const best = { bid: book?.bestPrice(BID) ?? 0, ask: book?.bestPrice(ASK) ?? 0 };
    if (trader.kind === 'taker') {
      const taken = takenBy(trader, belief, best, random);
      if (taken !== null) await this.#submit(this.#placement(trader.account, id, taken, 'FAK', `${place} ${turn}`));
      return;
    }
    const { account, positions, id: wallet } = this.#wallet(trader.account);
    await this.#submit({ kind: 'CancelMatching', account, market: id, outcome: null });
    const [first = 0, second = 0] = positions.get(id)?.free ?? [];
    const pairs = Math.min(first, second);
    if (pairs > 0) await this.#submit({ kind: 'MergePositions', account, wallet, market: id, amount: micros(pairs) });
    for (const [level, quote] of quotesOf(trader, belief, market.tick).entries())
      await this.#submit(this.#placement(trader.account, id, quote, 'GTC', `${place} ${turn} ${level}`));
  }

  #placement(name: string, market: MarketId, quote: Quote, type: 'GTC' | 'FAK' | 'FOK', what: string): Command {
    const { outcome, side, price, size } = quote;
    return placementOf({
      orderId: this.#orderId(what),
      wallet: this.#wallet(name),
      apiKey: this.#account(name).apiKey,
      market,
      outcome,
      side,
      type,
      price,
      hundredths: Math.round(size * 100),
      expiration: 0,
    });
  }

  /** Derives the id of an order from the scenario and the order's purpose, since these orders are not signed. */
  #orderId(what: string): OrderId {
    const { name, seed } = this.#scenario;
    const digits = Buffer.from(seededRandomness(hashOf(`${name} ${seed} ${what}`)).bytes(32)).toString('hex');
    return orderId(`0x${digits}`);
  }

  #catalogCommand(event: unknown, random: Randomness): AddToCatalog {
    const { hasVersions } = this.#playedOn;
    const context = { state: this.#state, nowMs: this.#startMs, randomBytes: random.bytes, hasVersions };
    const parsed = parseAdminEvent(event, context);
    if (parsed.kind === 'invalid') throw new SandboxRefused(`events: ${describeInvalid(parsed)}`);
    return parsed.value;
  }

  /** Submits a command. A refusal is a normal outcome: a trader without money, a closed market. */
  async #submit(command: Command): Promise<void> {
    await this.#exchange.submit(command);
  }

  /**
   * Submits a deed once, however often a branch continues from this moment: the exchange remembers its execution or
   * refusal.
   */
  async #submitOnce(command: Command, place: number): Promise<void> {
    const request = { by: null, key: `scenario-script-${place}`, hash: PLAYER_REQUEST_HASH };
    const { kind } = await this.#exchange.submit({ ...command, request });
    if (kind === 'reject') await this.#exchange.submit({ kind: 'RecordRequest', request });
  }

  async #must(command: Command): Promise<void> {
    const outcome = await this.#exchange.submit(command);
    if (outcome.kind === 'reject')
      throw new SandboxRefused(`${command.kind} of the scenario is refused: ${outcome.code}`);
  }

  #market(slug: string): MarketId {
    const id = this.#state.marketsBySlug.get(slug);
    if (id === undefined) throw new Error(`there is no market ${slug}`);
    return id;
  }

  #account(name: string): HouseAccount {
    const account = this.#accounts.get(name);
    if (account === undefined) throw new SandboxRefused(`the scenario names an account that is not there: ${name}`);
    return account;
  }

  #wallet(name: string): Wallet {
    const id = this.#state.walletsByAddress.get(this.#account(name).address);
    if (id === undefined) throw new Error(`${name} has no wallet`);
    return walletOf(this.#state, id);
  }
}

const isTakenUp = ({ kind }: ScenarioDeed): boolean => kind === 'belief' || kind === 'fault' || kind === 'disarm';

/** Venue time at which a scenario begins, Unix milliseconds. Throws `SandboxRefused`. */
export function startOf({ start }: Scenario): number {
  const parsed = parseMoment(start);
  if (typeof parsed === 'number') return parsed;
  throw new SandboxRefused(`start ${parsed}`);
}

/** Milliseconds of a duration, which was checked with the scenario. */
function msOf(length: number | string): number {
  const parsed = parseDuration(length);
  if (typeof parsed === 'number') return parsed;
  throw new SandboxRefused(`a time ${parsed}`);
}

/** FNV-1a hash. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
