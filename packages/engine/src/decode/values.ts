/** Shapes of the single values in commands. */
import type { CommentId } from '../community/definition.ts';
import {
  type Address,
  type ConditionId,
  isAddress,
  isConditionId,
  isOrderId,
  isTokenId,
  type OrderId,
  type TokenId,
} from '../units/ids.ts';
import { isMicros, type Micros } from '../units/micros.ts';
import { type Shape, shape } from './shape.ts';

const isText = (value: unknown): value is string => typeof value === 'string';
/** JSON can express infinite numbers, and a negative zero, which changes when it is written. */
const isNumber = (value: unknown): value is number => Number.isFinite(value) && !Object.is(value, -0);
const isCount = (value: unknown): value is number => isNumber(value) && Number.isSafeInteger(value) && value >= 0;

export const text: Shape<string> = shape('a text', isText);
export const flag: Shape<boolean> = shape('true or false', (value) => typeof value === 'boolean');
export const count: Shape<number> = shape('a whole number of 0 or more', isCount);
/** Any number, or one whose range `decide` checks. */
export function figure<T extends number>(): Shape<T> {
  return shape('a finite number', isNumber);
}

export const quantity: Shape<number> = figure();

/** Any index or public number: `decide` checks whether it exists. */
export function id<Id extends number>(): Shape<Id> {
  return shape('a whole number of 0 or more', isCount);
}

export const commentId: Shape<CommentId> = shape('a number from 1', (value) => isCount(value) && value >= 1);

/** An amount whose bounds `decide` checks, with its own refusal. */
export const amount: Shape<Micros> = shape('a whole number of micros', isCount);
/** An amount that `decide` does not check. */
export const balance: Shape<Micros> = shape('an amount in micros', (value) => isCount(value) && isMicros(value));

export const address: Shape<Address> = shape('a lower-case address', (value) => isText(value) && isAddress(value));
export const orderId: Shape<OrderId> = shape('an order id', (value) => isText(value) && isOrderId(value));
export const conditionId: Shape<ConditionId> = shape(
  'a condition id',
  (value) => isText(value) && isConditionId(value),
);
export const tokenId: Shape<TokenId> = shape('a token id', (value) => isText(value) && isTokenId(value));

/** Chosen by the client; the visible characters of HTTP. */
const REQUEST_KEY = /^[\x21-\x7e]{1,128}$/;
export const requestKey: Shape<string> = shape(
  '1 to 128 printable characters',
  (value) => isText(value) && (REQUEST_KEY.test(value) || SIGNATURE_KEY.test(value)),
);
const SIGNATURE_KEY = /^§[A-Za-z0-9_-]{43}$/;
export const signatureKeyForm: Shape<string> = shape(
  'the key of a signature',
  (value) => isText(value) && SIGNATURE_KEY.test(value),
);
const REQUEST_HASH = /^[0-9a-f]{32}$/;
export const requestHash: Shape<string> = shape('32 hex digits', (value) => isText(value) && REQUEST_HASH.test(value));

/** Ids that clients or the gateway generate: printable, and short enough to be stored by the million. */
const NAME = /^[\x21-\x7e]{0,128}$/;
export const name: Shape<string> = shape(
  'at most 128 printable characters',
  (value) => isText(value) && NAME.test(value),
);
