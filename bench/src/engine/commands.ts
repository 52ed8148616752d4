/** The stream as commands of the exchange: what opens its venue, and each operation. */
import {
  type AccountId,
  accountId,
  address,
  BID,
  type Command,
  type MarketId,
  marketId,
  micros,
  type OrderId,
  orderId,
  type WalletId,
  walletId,
} from '@bellwether/engine';
import { benchMarket } from '../shared/markets.ts';
import { flat, type Operation, type Place, type Stream } from './stream.ts';

const UNIT = 1_000_000;
/** What each account gets, and how much of it becomes pairs in every market: no one ever runs short. */
const FUNDS = micros(100_000_000 * UNIT);
const PAIRS = micros(5_000_000 * UNIT);

/** The API key that an account's orders come with: a UUID, as keys are. */
function apiKeyOf(account: number): string {
  let key = KEYS[account];
  if (key === undefined) {
    key = flat(`00000000-0000-4000-8000-${account.toString(16).padStart(12, '0')}`);
    KEYS[account] = key;
  }
  return key;
}

const KEYS: string[] = [];

export function commandOf(stream: Stream, operation: Operation): Command {
  const account = accountId(operation.account);
  const id = orderId(stream.ids[operation.order]!);
  if (operation.kind === 'cancel') return { kind: 'CancelOrders', account, orderIds: [id] };
  return placeOrder(operation, account, walletId(operation.account), marketId(operation.market), id);
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
    apiKey: apiKeyOf(account),
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

/** Markets, accounts, their funds and their pairs. */
export function openingCommands(stream: Stream): Command[] {
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
