/** Parses client messages: a subscription in the terms of the contract, or an error text. */
import { MarketSubscription, UserOperation, UserSubscription } from '@bellwether/contract';
import { createChecker, FEED_MESSAGE, parseJson, type Read } from '@bellwether/gateway/http/plugins/body.ts';
import { badRequest } from '@bellwether/wire/failure.ts';

const checkMarket = createChecker(MarketSubscription, badRequest);
const checkUser = createChecker(UserSubscription, badRequest);
const checkOperation = createChecker(UserOperation, badRequest);

export function readMarketSubscription(text: string): Read<MarketSubscription> {
  const request = read(text, checkMarket);
  if (request.kind === 'failure') return request;
  const { assets_ids: tokens, comments, custom_feature_enabled: wantsNews = false } = request.value;
  if (tokens !== undefined || comments !== undefined) return request;
  // The client follows no market and wants the news of all.
  if (wantsNews) return { ...request, value: { ...request.value, assets_ids: [] } };
  return badRequest('assets_ids is required');
}

/** Parses the first message on the user channel. */
export function readUserSubscription(text: string): Read<UserSubscription> {
  return read(text, checkUser);
}

/** Parses a later message on the user channel: a change of its markets, or the whole subscription again. */
export function readLaterUserMessage(text: string): Read<UserOperation | UserSubscription> {
  return read<UserOperation | UserSubscription>(text, (value) => (isWhole(value) ? checkUser : checkOperation)(value));
}

function isWhole(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'auth' in value && !('operation' in value);
}

function read<Value>(text: string, check: (value: unknown) => Read<Value>): Read<Value> {
  const parsed = parseJson(Buffer.from(text), FEED_MESSAGE);
  if (parsed.kind === 'malformed') return badRequest(`malformed JSON: ${parsed.detail}`);
  return check(withLowerCaseType(parsed.value));
}

/** Lower-cases the channel, which clients of the ecosystem write in either case. */
function withLowerCaseType(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('type' in value)) return value;
  return typeof value.type === 'string' ? { ...value, type: value.type.toLowerCase() } : value;
}
