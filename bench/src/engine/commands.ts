/** The stream as commands of the exchange: the setup of its venue, and each operation. */
import { accountId, BID, type Command, marketId, micros, orderId, walletId } from '@bellwether/engine';
import { marketDefinition } from '@bellwether/engine/testing/testing/definitions.ts';
import { buyOrder, openAccount } from '../shared/history.ts';
import type { Operation, Stream } from './stream.ts';

const UNIT = 1_000_000;
/** Collateral of each account, and the part that becomes pairs in every market; enough for the whole run. */
const FUNDS = micros(100_000_000 * UNIT);
const PAIRS = micros(5_000_000 * UNIT);

export function commandOf(stream: Stream, operation: Operation): Command {
  const id = orderId(stream.ids[operation.order]!);
  if (operation.kind === 'cancel')
    return { kind: 'CancelOrders', account: accountId(operation.account), orderIds: [id] };
  const { account, market, outcome, size } = operation;
  const price = outcome === 0 ? operation.price : 10_000 - operation.price;
  const order = buyOrder(id, account, marketId(market), outcome, price, size);
  if ((operation.side === BID) === (outcome === 0)) return order;
  return { ...order, side: 'SELL', makerAmount: order.takerAmount, takerAmount: order.makerAmount };
}

/** Every operation as the gateway sends it. */
export const commandTexts = (stream: Stream): string[] =>
  stream.operations.map((operation) => JSON.stringify(commandOf(stream, operation)));

/** Markets, accounts, their funds and their pairs. */
export function openingCommands(stream: Stream): Command[] {
  const markets = stream.markets.map((terms, index) => marketDefinition(index, terms));
  const commands: Command[] = [{ kind: 'AddToCatalog', tags: [], series: [], events: [], markets }];
  for (let index = 0; index < stream.accounts; index++) {
    const ids = { account: accountId(index), wallet: walletId(index * 2) };
    commands.push(openAccount(index, 0), { kind: 'Deposit', wallet: ids.wallet, amount: FUNDS });
    for (let market = 0; market < stream.markets.length; market++)
      commands.push({ kind: 'SplitPosition', ...ids, market: marketId(market), amount: PAIRS });
  }
  return commands;
}
