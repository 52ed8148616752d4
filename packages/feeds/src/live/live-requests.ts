/** Parses requests to the activity feed: subscriptions and their filters, or the errors in them. */
import {
  LIVE_TOPICS,
  LiveRequest,
  type LiveSubscription,
  type LiveTopic,
  STRICT,
  TokenIdText,
} from '@bellwether/contract';
import { createChecker, FEED_MESSAGE, parseJson, type Read } from '@bellwether/gateway/http/plugins/body.ts';
import { badRequest } from '@bellwether/wire/failure.ts';
import { Type } from 'typebox';
import type { LiveProblem } from './live-outlet.ts';

const Slug = Type.String({ minLength: 1, maxLength: 300 });
const checkRequest = createChecker(LiveRequest, badRequest);
const CHECKERS = {
  activity: createChecker(
    Type.Object({ event_slug: Type.Optional(Slug), market_slug: Type.Optional(Slug) }, STRICT),
    badRequest,
  ),
  comments: createChecker(
    Type.Object(
      {
        parentEntityID: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
        parentEntityType: Type.Enum(['Event', 'Series', 'market'], { description: 'Event, Series or market' }),
      },
      STRICT,
    ),
    badRequest,
  ),
  clob_market: createChecker(Type.Array(TokenIdText, { minItems: 1 }), badRequest),
} as const;

/** Reasons why topics of the ecosystem do not exist here. */
const NO_PRICES = 'this venue has no prices from outside';
const NOT_OFFERED: ReadonlyMap<string, string> = new Map([
  ['crypto_prices', NO_PRICES],
  ['crypto_prices_chainlink', NO_PRICES],
  ['equity_prices', NO_PRICES],
  ['rfq', 'this venue has no requests for quotes: every order goes through the book'],
]);

export function readLiveRequest(text: string): Read<LiveRequest> {
  const parsed = parseJson(Buffer.from(text), FEED_MESSAGE);
  if (parsed.kind === 'malformed') return badRequest(`malformed JSON: ${parsed.detail}`);
  return checkRequest(parsed.value);
}

/** Returns topic and types of a subscription, or the reason why they do not exist here. */
export function topicOf({
  topic,
  type,
}: LiveSubscription): { readonly topic: LiveTopic; readonly types: readonly string[] } | LiveProblem {
  const reason = NOT_OFFERED.get(topic);
  if (reason !== undefined) return { code: 'topic_not_offered', message: `${topic}: ${reason}` };
  if (!Object.hasOwn(LIVE_TOPICS, topic)) {
    const known = Object.keys(LIVE_TOPICS).join(', ');
    return { code: 'unknown_topic', message: `topic must be one of ${known}` };
  }
  const known: readonly string[] = LIVE_TOPICS[topic as LiveTopic];
  if (type === '*') return { topic: topic as LiveTopic, types: known };
  if (known.includes(type)) return { topic: topic as LiveTopic, types: [type] };
  return { code: 'unknown_type', message: `type of ${topic} must be one of ${known.join(', ')} or *` };
}

type Checked = typeof CHECKERS;
/** Parsed filters of a topic. */
export type LiveFilter<Topic extends keyof Checked> = Extract<
  ReturnType<Checked[Topic]>,
  { readonly kind: 'read' }
>['value'];

/** Returns the filter of a subscription; null for none, which means everything. */
export function filterOf<Topic extends keyof Checked>(
  topic: Topic,
  filters: string | undefined,
): LiveFilter<Topic> | LiveProblem | null {
  if (filters === undefined || filters === '') return null;
  const parsed = parseJson(Buffer.from(filters), FEED_MESSAGE);
  if (parsed.kind === 'malformed') return wrongFilters(`malformed JSON: ${parsed.detail}`);
  const checked = CHECKERS[topic](parsed.value);
  return checked.kind === 'failure' ? wrongFilters(checked.text) : (checked.value as LiveFilter<Topic>);
}

export function wrongFilters(message: string): LiveProblem {
  return { code: 'invalid_filters', message: `filters: ${message}` };
}

export function isProblem(value: unknown): value is LiveProblem {
  return typeof value === 'object' && value !== null && 'code' in value;
}

/** Returns `since` if it is one number; null if it is absent. */
export function sequenceOf({ since }: LiveSubscription): number | LiveProblem | null {
  if (since === undefined) return null;
  return typeof since === 'number' ? since : { code: 'invalid_since', message: 'since of this topic is one number' };
}
