/**
 * Converts queries of `GET /data/orders` and `/data/trades` to parameters of their reads, with facts from the gateway's
 * view.
 */
import { conditionIdText, OWN_PAGE, type OwnOrdersQuery, type OwnTradesQuery } from '@bellwether/contract';
import type { Account, ApiKey, ConditionId, OrderId, State, TokenId } from '@bellwether/engine';
import { orderNumberOf, type VenueView } from '@bellwether/ports/venue-view.ts';
import { type Failure, failure } from '@bellwether/wire/failure.ts';
import type { ParseAddress } from '@bellwether/wire/forms/address.ts';
import type { OffsetCursor } from '@bellwether/wire/forms/cursors.ts';

type Owner = { readonly account: Account; readonly apiKey: ApiKey['apiKey'] };
type Cursor = Exclude<OffsetCursor, { kind: 'invalid' }>;

/** Parameters of the read `own-orders`. A cursor is the number of the next order, so that no page shifts. */
export function ownOrdersParameters(
  { id = '', market = '', asset_id = '' }: OwnOrdersQuery,
  cursor: Cursor,
  { account, apiKey }: Owner,
  view: VenueView,
) {
  const { state } = view;
  const none = { orders: [], account: account.id, includesEnded: false, next: null };
  if (cursor.kind === 'end') return none;
  const asset = assetOf(market, asset_id, state);
  if (asset === null) return none;
  if (id !== '') {
    const orderId = id.toLowerCase() as OrderId;
    const number = orderNumberOf(view, orderId);
    if (number === null || number < cursor.offset) return none;
    const open = state.openOrders.get(number);
    return { ...none, orders: [{ number, apiKey: open?.apiKey || apiKey }], includesEnded: true };
  }
  const orders: { number: number; apiKey: string }[] = [];
  for (const order of account.openOrders.values()) {
    if (order.number < cursor.offset) continue;
    if (asset.market !== null && order.market !== asset.market) continue;
    if (asset.outcome !== null && order.outcome !== asset.outcome) continue;
    if (orders.length === OWN_PAGE) return { ...none, orders, next: order.number };
    orders.push({ number: order.number, apiKey: order.apiKey });
  }
  return { ...none, orders };
}

/**
 * Parameters of the read `own-trades`. A cursor is a sequence: the page has trades below it; 0 starts with the latest.
 */
export function ownTradesParameters(
  { id, maker_address, market = '', asset_id = '', before = '', after = '' }: OwnTradesQuery,
  cursor: Cursor,
  { account, apiKey }: Owner,
  state: Readonly<State>,
  parseAddress: ParseAddress,
): object | Failure {
  const maker = maker_address === undefined ? null : parseAddress(maker_address);
  if (maker?.kind === 'invalid') return failure('invalid_trade_params', { detail: `maker_address ${maker.error}` });
  const asset = assetOf(market, asset_id, state);
  const named = maker === null ? null : state.walletsByAddress.get(maker.address);
  return {
    account: cursor.kind === 'end' || asset === null || named === undefined ? null : account.id,
    wallets: account.wallets,
    wallet: named ?? null,
    apiKey,
    market: asset?.market ?? null,
    outcome: asset?.outcome ?? null,
    id: id === undefined ? null : Number(id),
    before: before === '' ? null : Number(before),
    after: after === '' ? null : Number(after),
    start: cursor.kind === 'end' ? 0 : cursor.offset,
  };
}

/** Restriction by a market, a token, or both; '' means no restriction. Null if nothing can match. */
function assetOf(
  conditionId: string,
  tokenId: string,
  state: Readonly<State>,
): { readonly market: number | null; readonly outcome: number | null } | null {
  const market = conditionId === '' ? null : state.marketsByCondition.get(conditionIdText(conditionId) as ConditionId);
  if (market === undefined) return null;
  if (tokenId === '') return { market, outcome: null };
  const token = state.tokens.get(tokenId as TokenId);
  if (token === undefined || (market !== null && market !== token.market)) return null;
  return token;
}
