/**
 * Identifiers. Numeric ids are dense indexes that the engine assigns in order, so that state is arrays and journal
 * records stay small. The long public ids (addresses, condition ids, token ids, order ids) appear only in the event
 * that introduces them.
 */
import { violated } from './assert.ts';

declare const idBrand: unique symbol;
type Id<Name extends string> = number & { readonly [idBrand]: Name };

/** Index of a signing account in order of opening, from 0. */
export type AccountId = Id<'AccountId'>;
/** Index of a wallet in order of binding, from 0. */
export type WalletId = Id<'WalletId'>;
/** Index of a market in order of creation, from 0. Not the public catalog id. */
export type MarketId = Id<'MarketId'>;
/** Number of an accepted order, from 0; determines its time priority. */
export type OrderNumber = Id<'OrderNumber'>;
/** Public numeric id of a catalog event, market, tag or series. */
export type CatalogId = Id<'CatalogId'>;

function index(value: number): number {
  return Number.isSafeInteger(value) && value >= 0 ? value : violated(`not an id: ${value}`);
}

export const accountId = (value: number): AccountId => index(value) as AccountId;
export const walletId = (value: number): WalletId => index(value) as WalletId;
export const marketId = (value: number): MarketId => index(value) as MarketId;
export const orderNumber = (value: number): OrderNumber => index(value) as OrderNumber;
export const catalogId = (value: number): CatalogId => index(value) as CatalogId;

declare const textBrand: unique symbol;
type Text<Name extends string> = string & { readonly [textBrand]: Name };

/** 20 bytes as `0x` and 40 lower-case hex digits. */
export type Address = Text<'Address'>;
/** EIP-712 digest of a signed order: `0x` and 64 lower-case hex digits. */
export type OrderId = Text<'OrderId'>;
/** Condition id of a market: `0x` and 64 lower-case hex digits. */
export type ConditionId = Text<'ConditionId'>;
/** Outcome token id: decimal digits without leading zero, at most 78. */
export type TokenId = Text<'TokenId'>;

const ADDRESS = /^0x[0-9a-f]{40}$/;
const TOKEN = /^(?:0|[1-9][0-9]{0,77})$/;

const HASH_LENGTH = 66;
const [ZERO, NINE, A, F] = [48, 57, 97, 102] as const;

/**
 * True for `0x` and 64 lower-case hex digits. A loop takes half the time of a pattern, and this runs for every order.
 */
function isHash(value: string): boolean {
  if (value.length !== HASH_LENGTH || !value.startsWith('0x')) return false;
  for (let at = 2; at < HASH_LENGTH; at++) {
    const code = value.charCodeAt(at);
    if (code < ZERO || code > F || (code > NINE && code < A)) return false;
  }
  return true;
}

export const isAddress = (value: string): value is Address => ADDRESS.test(value);
export const isOrderId = (value: string): value is OrderId => isHash(value);
export const isConditionId = (value: string): value is ConditionId => isHash(value);
export const isTokenId = (value: string): value is TokenId => TOKEN.test(value);

export function address(value: string): Address {
  return isAddress(value) ? value : violated(`not a lower-case address: ${value}`);
}

export function orderId(value: string): OrderId {
  return isOrderId(value) ? value : violated(`not an order id: ${value}`);
}

export function conditionId(value: string): ConditionId {
  return isConditionId(value) ? value : violated(`not a condition id: ${value}`);
}

export function tokenId(value: string): TokenId {
  return isTokenId(value) ? value : violated(`not a token id: ${value}`);
}

/** Index of an outcome in its market: 0 is the first outcome (YES terms), 1 the second. */
export type Outcome = 0 | 1;
