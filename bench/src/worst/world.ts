/**
 * The venue for the worst requests: many markets, many fills, and accounts that own as much of everything as the rules
 * allow. Written straight into a journal; the same size gives the same venue.
 */
import {
  ASK,
  accountId,
  type CatalogEventWithMarkets,
  type Command,
  type CommentId,
  catalogId,
  createState,
  GENERATED_IDS_FROM,
  marketId,
  micros,
  orderId,
  type State,
  walletId,
} from '@bellwether/engine';
import {
  catalogEventDefinition,
  marketDefinition,
  tagDefinition,
} from '@bellwether/engine/testing/testing/definitions.ts';
import type { SigningDomain } from '@bellwether/ports/signatures.ts';
import { type BenchWallet, createWallets } from '../shared/bench-wallet.ts';
import { accountAddress, buyOrder, openAccount, writeHistory } from '../shared/history.ts';
import { Random } from '../shared/random.ts';
import { domainOf, signedIn, type Trader } from '../shared/trading-floor.ts';

export interface WorldSize {
  readonly events: number;
  readonly accounts: number;
  readonly fills: number;
  /** Markets, from the first one, in which every account holds both outcomes. */
  readonly crowdedMarkets: number;
  /** Top-level comments of the first event; each has ten replies with five replies each. */
  readonly threads: number;
  readonly resting: number;
  /** Orders that come and go at the price of one resting order. */
  readonly passing: number;
}

export const worldSize = (smoke: boolean): WorldSize =>
  smoke
    ? { events: 40, accounts: 60, fills: 1_000, crowdedMarkets: 10, threads: 5, resting: 100, passing: 400 }
    : { events: 385, accounts: 504, fills: 40_000, crowdedMarkets: 50, threads: 100, resting: 4_900, passing: 30_000 };

/** Wallets of the account that has many. */
export const WALLETS = 16;
export const MARKETS_PER_EVENT = 5;
/** Accounts with special roles; all others are the crowd. Their wallets are the benchmark's, so they can sign. */
export const HOLDER = 0;
export const MAKER = 1;
export const TAKER = 2;
export const COLLECTOR = 3;
export const ACTORS = 4;

const REPLIES = 10;
const NESTED_REPLIES = 5;
const REACTIONS = 3;
const TAGS = 100;
const UNIT = 1_000_000;
const RICH = 20_000_000 * UNIT;
const BITE = 5 * UNIT;
const QUOTE = 500 * UNIT;
/** Price in 1/10000 of the resting orders in the first market, a cent below every offer. */
const RESTING_TICKS = 100;
const BUILDERS = 5;

export const marketsOf = (size: WorldSize): number => size.events * MARKETS_PER_EVENT;
export const conditionOf = (market: number): string => `0x${(market + 1).toString(16).padStart(64, '0')}`;
export const tokenOf = (market: number, outcome: 0 | 1): string => String(market * 2 + 1 + outcome);
export const builderCode = (index: number): string => `0x${(index + 1).toString(16).padStart(64, '0')}`;
export const FIRST_EVENT_ID = GENERATED_IDS_FROM + 1;

/** The whole history of the venue. `addresses`: the accounts that can sign. */
function* worldCommands(size: WorldSize, addresses: readonly string[], state: () => State): Generator<Command> {
  yield* catalog(size);
  for (let account = 0; account < size.accounts; account++) {
    const opened = openAccount(account, account < ACTORS ? 0 : 100_000 * UNIT);
    const own = addresses[account];
    yield own === undefined ? opened : { ...opened, address: own as typeof opened.address };
    if (account < ACTORS) yield { kind: 'Deposit', wallet: walletId(account * 2), amount: micros(RICH) };
  }
  yield* manyWallets();
  yield* splits(size);
  yield* fills(size, state);
  yield* discussion(size);
  yield* restingOrders(size);
  yield* longQueue(size);
}

/** An event with five markets counts as six items; a command may carry 2,000. */
const EVENTS_PER_COMMAND = 300;
/** The second event is a negative-risk event. */
export const NEG_RISK_EVENT = 1;

function* catalog(size: WorldSize): Generator<Command> {
  const tags = Array.from({ length: TAGS }, (_, index) => tagDefinition(`topic-${index}`));
  yield { kind: 'AddToCatalog', tags, series: [], events: [], markets: [] };
  for (let first = 0; first < size.events; first += EVENTS_PER_COMMAND) {
    const length = Math.min(EVENTS_PER_COMMAND, size.events - first);
    const events = Array.from({ length }, (_, index) => eventOf(first + index));
    yield { kind: 'AddToCatalog', tags: [], series: [], events, markets: [] };
  }
}

function eventOf(index: number): CatalogEventWithMarkets {
  const title = `Question ${index} about the harbour`;
  const negRisk = index === NEG_RISK_EVENT;
  const shared = {
    description: 'Resolves by what is published about the harbour on that day. '.repeat(8),
    image: 'https://example.org/harbour.png',
    icon: 'https://example.org/harbour-icon.png',
    negRisk,
  };
  const event = {
    ...catalogEventDefinition({
      id: null,
      slug: `question-${index}`,
      negRisk,
      tagSlugs: ['topic-0', `topic-${1 + (index % 9)}`, `topic-${10 + (index % (TAGS - 10))}`],
    }),
    ...shared,
    title,
    endDate: new Date(Date.UTC(2027, 0, 1 + (index % 365))).toISOString(),
    creator: accountAddress(index % 50),
  };
  const markets = Array.from({ length: MARKETS_PER_EVENT }, (_, at) =>
    marketDefinition(index * MARKETS_PER_EVENT + at, {
      ...shared,
      question: `${title}: does answer ${at} come true?`,
      slug: `question-${index}-answer-${at}`,
      groupItemTitle: `Answer ${at}`,
    }),
  );
  return { event, markets };
}

/** Adds wallet after wallet to one account. Wallets beyond its own two are borrowed: they trade but own nothing. */
function* manyWallets(): Generator<Command> {
  for (let index = 2; index < WALLETS; index++) {
    const wallet = `0xcc${index.toString(16).padStart(38, '0')}` as ReturnType<typeof accountAddress>;
    yield { kind: 'BindWallet', account: accountId(COLLECTOR), wallet, startingBalance: micros(0) };
  }
}

/** One account gets both outcomes of every market; all accounts get those of the crowded ones. */
function* splits(size: WorldSize): Generator<Command> {
  for (let market = 0; market < marketsOf(size); market++) yield split(HOLDER, market, (20 + (market % 50)) * UNIT);
  for (let account = ACTORS; account < size.accounts; account++) {
    for (let market = 0; market < size.crowdedMarkets; market++) yield split(account, market, (5 + account) * UNIT);
  }
  // The account with many wallets holds both outcomes in every market.
  for (let market = 0; market < marketsOf(size); market++) yield split(COLLECTOR, market, 5 * UNIT);
}

function split(account: number, market: number, amount: number) {
  return {
    kind: 'SplitPosition',
    account: accountId(account),
    wallet: walletId(account * 2),
    market: marketId(market),
    amount: micros(amount),
  } as const;
}

/** One maker quotes everywhere; half of all fills belong to one taker. */
function* fills(size: WorldSize, state: () => Readonly<State>): Generator<Command> {
  const random = new Random(11);
  for (let filled = 0; filled < size.fills; ) {
    const market = marketId(random.chance(0.5) ? random.below(marketsOf(size)) : random.below(size.crowdedMarkets));
    const bestAsk = state().markets[market]?.book?.bestPrice(ASK) ?? 0;
    const id = orderId(random.hex(32));
    if (bestAsk === 0) {
      yield buyOrder(id, MAKER, market, 1, 4_500 + random.below(10) * 100, QUOTE);
      continue;
    }
    const taker = random.chance(0.5) ? TAKER : ACTORS + random.below(size.accounts - ACTORS);
    yield buyOrder(id, taker, market, 0, bestAsk, BITE, builderCode(filled % BUILDERS));
    filled++;
  }
}

/**
 * Comments with the maximum number of replies, and replies to those, that one answer shows, by authors with many
 * positions.
 */
function* discussion(size: WorldSize): Generator<Command> {
  let count = 0;
  const author = (): number => ACTORS + (count % (size.accounts - ACTORS));
  function* write(parent: number | null): Generator<Command, number> {
    const account = accountId(author());
    const entity = { type: 'Event', id: catalogId(FIRST_EVENT_ID) } as const;
    const body = `Comment ${count}: what was published today makes me think again about this one.`;
    yield { kind: 'AddComment', account, entity, parent: parent as CommentId | null, body };
    count++;
    for (let reaction = 0; reaction < REACTIONS; reaction++) {
      const fan = accountId(ACTORS + ((count + reaction) % (size.accounts - ACTORS)));
      yield { kind: 'AddReaction', account: fan, comment: count as CommentId, reaction: 'HEART' };
    }
    return count;
  }
  for (let thread = 0; thread < size.threads; thread++) {
    const top = yield* write(null);
    for (let reply = 0; reply < REPLIES; reply++) {
      const middle = yield* write(top);
      for (let nested = 0; nested < NESTED_REPLIES; nested++) yield* write(middle);
    }
  }
}

/** A book with the maximum number of small orders that one sweep may match. */
function* restingOrders({ resting }: WorldSize): Generator<Command> {
  const random = new Random(12);
  for (let order = 0; order < resting; order++) {
    yield buyOrder(orderId(random.hex(32)), HOLDER, marketId(0), 0, RESTING_TICKS + 100 * (order % 20), BITE);
  }
}

/** The order that is most expensive to explain: the one ahead of it is older than all that came and went since. */
export const WAITING_ORDER = orderId(`0x${'ab'.repeat(32)}`);
const WAITING_TICKS = 3_000;
const PASSING_AT_A_TIME = 200;

function* longQueue({ events, passing }: WorldSize): Generator<Command> {
  const random = new Random(13);
  const market = marketId(events * MARKETS_PER_EVENT - 120);
  const buy = (id = orderId(random.hex(32))) => buyOrder(id, HOLDER, market, 0, WAITING_TICKS, BITE);
  yield buy();
  for (let placed = 0; placed < passing; placed += PASSING_AT_A_TIME) {
    const orderIds = Array.from({ length: PASSING_AT_A_TIME }, () => orderId(random.hex(32)));
    for (const id of orderIds) yield buyOrder(id, MAKER, market, 0, WAITING_TICKS, BITE);
    yield { kind: 'CancelOrders', account: accountId(MAKER), orderIds };
  }
  yield buy(WAITING_ORDER);
}

const DAY_MS = 86_400_000;
const HISTORY_DAYS = 20;
/** Wallets do not depend on the domain; a venue's own is known only once it runs. */
const ANY_DOMAIN: SigningDomain = { name: 'any', version: '1', chainId: 1, verifyingContract: `0x${'0'.repeat(40)}` };

/** The accounts of the world, followed by one that is new to the venue. */
async function benchWallets(domain = ANY_DOMAIN): Promise<readonly BenchWallet[]> {
  const walletOf = await createWallets(domain);
  return Array.from({ length: ACTORS + 1 }, (_, index) => walletOf(index));
}

export async function writeWorld(size: WorldSize, folder: string): Promise<void> {
  const addresses = (await benchWallets()).slice(0, ACTORS).map(({ address }) => address);
  let state: Readonly<State> = createState();
  const commands = worldCommands(size, addresses, () => state);
  const startMs = Date.now() - HISTORY_DAYS * DAY_MS;
  const next = (now: Readonly<State>): Command | null => {
    state = now;
    return commands.next().value ?? null;
  };
  // Slow enough for the comments that one account may write per minute.
  await writeHistory(folder, [], next, (sequence) => Math.min(Date.now(), startMs + sequence * 2_000));
}

/** Nonce of the wallet whose key the requests delete; each run gives it another key. */
let nonces = 0;

export async function signIn(url: string): Promise<readonly Trader[]> {
  const signers: Trader[] = [];
  for (const [index, wallet] of (await benchWallets(await domainOf(url))).entries())
    signers.push(await signedIn(url, wallet, index < ACTORS ? 0 : nonces++));
  return signers;
}
