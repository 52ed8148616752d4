/**
 * Our whole engine over the same stream: every place is a `PlaceOrder` with funds, fees, holds, settlement of shares and
 * the memory of its first result; every entry is applied and checked as in production. Journal and signatures are not here.
 */
import {
  type AccountId,
  ASK,
  accountId,
  address,
  applyEntry,
  assertAfter,
  BID,
  type Command,
  createState,
  decide,
  type MarketId,
  marketId,
  micros,
  type OrderId,
  orderId,
  type State,
  type WalletId,
  walletId,
} from '@bellwether/engine';
import { benchMarket } from '../shared/markets.ts';
import type { Contender, Outcome, Run } from './contender.ts';
import type { Operation, Place, Stream } from './stream.ts';

const START_MS = 1_700_000_000_000;
const UNIT = 1_000_000;
/** What each account gets, and how much of it becomes pairs in every market: no one ever runs short. */
const FUNDS = micros(100_000_000 * UNIT);
const PAIRS = micros(5_000_000 * UNIT);

export function engineContender(stream: Stream): Contender {
  const commandOf = (operation: Operation): Command => {
    const account = accountId(operation.account);
    const id = orderId(stream.ids[operation.order]!);
    if (operation.kind === 'cancel') return { kind: 'CancelOrders', account, orderIds: [id] };
    return placeOrder(operation, account, walletId(operation.account), marketId(operation.market), id);
  };
  const start = (): Run => {
    const state = createState();
    const opening = openingCommands(stream);
    const volume = { total: 0n, recent: 0 };
    let commands: readonly Command[] = [];
    for (const command of opening) execute(state, command, volume);
    return {
      prepare: (operations) => {
        commands = operations.map(commandOf);
      },
      perform: () => {
        for (const command of commands) execute(state, command, volume);
      },
      outcome: (): Outcome => ({
        volume: volume.total + BigInt(volume.recent),
        books: state.markets.map(({ book }) =>
          [BID, ASK]
            .map((side) => [...(book?.levels(side) ?? [])].map((level) => `${level.price}:${level.size}`).join(' '))
            .join(' | '),
        ),
      }),
    };
  };
  return { name: 'whole engine', start };
}

function execute(state: State, command: Command, volume: { total: bigint; recent: number }): void {
  const sequence = state.sequence + 1;
  // One millisecond a command: time has to go on, how fast does not matter here.
  const timeMs = START_MS + sequence;
  const decision = decide(state, command, { sequence, timeMs });
  if (decision.kind !== 'accepted') throw new Error(`the engine answered ${JSON.stringify(decision)}`);
  const { events } = decision;
  applyEntry(state, { sequence, timeMs, command, events });
  assertAfter(state, events);
  for (const event of events) if (event.kind === 'TradeExecuted') volume.recent += event.size;
  if (volume.recent > 2 ** 52) {
    volume.total += BigInt(volume.recent);
    volume.recent = 0;
  }
}

function placeOrder(place: Place, account: AccountId, wallet: WalletId, market: MarketId, id: OrderId): Command {
  const side = (place.side === BID) === (place.outcome === 0) ? 'BUY' : 'SELL';
  const price = place.outcome === 0 ? place.price : 10_000 - place.price;
  const collateral = micros((place.size / 10_000) * price);
  return {
    kind: 'PlaceOrder',
    orderId: id,
    account,
    wallet,
    apiKey: 'key',
    market,
    outcome: place.outcome,
    side,
    type: 'GTC',
    postOnly: false,
    makerAmount: side === 'BUY' ? collateral : place.size,
    takerAmount: side === 'BUY' ? place.size : collateral,
    expiration: 0,
    builder: '',
  };
}

function openingCommands(stream: Stream): Command[] {
  const markets = stream.markets.map((terms, index) =>
    benchMarket(index, { tick: terms.tick, takerFeeRate: terms.takerFeeRate }),
  );
  const commands: Command[] = [{ kind: 'AddToCatalog', tags: [], series: [], events: [], markets }];
  for (let index = 0; index < stream.accounts; index++) {
    const own = address(`0x${(index + 1).toString(16).padStart(40, '0')}`);
    commands.push({ kind: 'OpenAccount', address: own, depositWallet: own, startingBalance: micros(0) });
    commands.push({ kind: 'Deposit', wallet: walletId(index), amount: FUNDS });
    for (let market = 0; market < stream.markets.length; market++) {
      const ids = { account: accountId(index), wallet: walletId(index), market: marketId(market) };
      commands.push({ kind: 'SplitPosition', ...ids, amount: PAIRS });
    }
  }
  return commands;
}
