/**
 * Refuses a repeat of an order that another signer placed: the owner of a wallet and its keys sign the same bytes for the
 * same order, so that they share its id. Each sees only its own orders, and so only its own first answers.
 */
import type { OwnOrders } from '@bellwether/contract';
import type { AccountId, BindAndPlace, OrderId, PlaceOrder } from '@bellwether/engine';
import type { Reader } from '@bellwether/ports/reader.ts';
import type { SignedOrderFields } from '@bellwether/ports/signatures.ts';
import { orderNumberOf, type VenueView } from '@bellwether/ports/venue-view.ts';
import type { OwnOrdersParameters } from '@bellwether/read-model/orders/answer/orders.ts';
import { explained, type Failure } from '@bellwether/wire/failure.ts';

interface Placed {
  readonly view: VenueView;
  readonly reader: Reader;
}

/** The parts of an order that its signer may share with another. */
export type SignedFor = Partial<Pick<SignedOrderFields, 'maker' | 'signatureType'>>;

/** Null if the account placed the order, which has been accepted. The struct of other types than 3 names its signer. */
export async function refuseOtherSigner(
  placed: Placed,
  command: PlaceOrder | BindAndPlace,
  { maker, signatureType }: SignedFor,
): Promise<Failure | null> {
  if (command.kind !== 'PlaceOrder' || maker === undefined || signatureType !== 3) return null;
  const isOwn = await isOf(placed, command.orderId, command.account);
  return isOwn ? null : explained('order_of_other_signer', { wallet: maker });
}

async function isOf({ view, reader }: Placed, id: OrderId, account: AccountId): Promise<boolean> {
  const number = orderNumberOf(view, id);
  if (number === null) return true;
  const open = view.state.openOrders.get(number);
  if (open !== undefined) return open.account === account;
  // Only counted, so the words of the fields do not matter.
  const own: OwnOrdersParameters = {
    ...{ orders: [{ number, apiKey: '' }], account, includesEnded: true, next: null },
    ...{ listsTrades: false, profile: 'bellwether' },
  };
  const answer = await reader.read('own-orders', own);
  if (answer === null) throw new Error('the read own-orders has no answer');
  return (JSON.parse(Buffer.from(answer.body).toString('utf8')) as OwnOrders).count === 1;
}
