/** The wallet that an order is for, and refusals of a signer that may not trade it or did not place the order. */
import type { OwnOrders } from '@bellwether/contract';
import {
  type AccountId,
  type Address,
  accountOf,
  type BindAndPlace,
  type OrderId,
  type PlaceOrder,
  type RejectCode,
  refuseKey,
  type State,
  type WalletId,
} from '@bellwether/engine';
import type { Reader } from '@bellwether/ports/reader.ts';
import { isKeySignature, type SignedOrderFields } from '@bellwether/ports/signatures.ts';
import { orderNumberOf, type VenueView } from '@bellwether/ports/venue-view.ts';
import type { OwnOrdersParameters } from '@bellwether/read-model/orders/answer/orders.ts';
import { explained, type Failure } from '@bellwether/wire/failure.ts';
import { walletAddresses } from '../accounts/account.ts';
import { rejectFailure } from '../reject-failure.ts';
import type { OrderDraft, Placer } from './order.ts';

/** The exchange's codes for rejects about a maker that is not the account's. */
export const MAKER_REJECTS: ReadonlySet<RejectCode> = new Set([
  'unknown_wallet',
  'wallet_not_owned',
  'wallet_already_bound',
]);

export function foreignMaker(account: AccountId, maker: string, state: Readonly<State>): Failure {
  return explained('maker_not_allowed', { maker, wallets: walletAddresses(accountOf(state, account), state) });
}

/**
 * The same for a maker that the exchange refused. A wallet never changes hands, so an order that reached the exchange for
 * another's wallet was a key's, which its owner has revoked since.
 */
export function refusedMaker(command: PlaceOrder | BindAndPlace, maker: string, state: Readonly<State>): Failure {
  if (command.kind === 'BindAndPlace') return foreignMaker(command.order.account, maker, state);
  return explained('unknown_key', { key: accountOf(state, command.account).address, wallet: maker });
}

/** The maker's wallet, if `key` is one of its keys and may place orders at `nowMs`. */
export function makerOfKey(maker: Address, key: Address, state: Readonly<State>, nowMs: number): WalletId | Failure {
  const wallet = state.wallets[state.walletsByAddress.get(maker) ?? -1];
  if (wallet === undefined) return explained('unknown_key', { key, wallet: maker });
  const refusal = refuseKey(state, key, wallet, nowMs);
  return refusal === null ? wallet.id : rejectFailure(refusal);
}

/**
 * True for an order of the account's own wallet that another address signed in the form of a key: a device of a person,
 * whose account no key signs for. `makerOfKey` says whether the signer is one.
 */
export function isSignedForOwnWallet(
  { signed, signature, maker }: Pick<OrderDraft, 'signed' | 'signature' | 'maker'>,
  { account }: Placer,
  state: Readonly<State>,
): boolean {
  if (signed.signatureType !== 3 || !isKeySignature(signature)) return false;
  return state.wallets[state.walletsByAddress.get(maker) ?? -1]?.account === account.id;
}

type Placed = { readonly view: VenueView; readonly reader: Reader };

/** The parts of an order that its signer may share with another. */
export type SignedFor = Partial<Pick<SignedOrderFields, 'maker' | 'signatureType'>>;

/**
 * Refuses a repeat of an order that another signer placed: the owner of a wallet and its keys sign the same bytes for the
 * same order, so that they share its id. Each sees only its own orders, and so only its own first answers. Null if the
 * account placed the order, which has been accepted. The struct of other types than 3 names its signer.
 */
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
