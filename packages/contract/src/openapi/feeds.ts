/**
 * The live feeds in the API description. OpenAPI cannot describe WebSockets: channels are listed under `x-websockets`,
 * their messages among the components, and the introduction explains them.
 */
import type { TSchema } from 'typebox';
import { FEED_EXAMPLES } from '../examples/examples.ts';
import type { Json, JsonObject } from '../json.ts';
import * as commentFeed from '../schemas/comment-feed.ts';
import * as feed from '../schemas/feed.ts';
import * as liveFeed from '../schemas/live-feed.ts';
import type { SchemaWriter } from './schemas.ts';

interface FeedDescription {
  readonly path: string;
  readonly summary: string;
  /** Messages that a client sends and receives: schemas by name. */
  readonly send: Readonly<Record<string, TSchema>>;
  readonly receive: Readonly<Record<string, TSchema>>;
}

const NAMES = new Map<unknown, string>(
  [commentFeed, feed, liveFeed].flatMap(Object.entries).map(([name, schema]) => [schema, name]),
);

/** Schemas by the names under which the contract exports them, in this order. */
const named = (...schemas: readonly TSchema[]): Readonly<Record<string, TSchema>> =>
  Object.fromEntries(schemas.map((schema) => [NAMES.get(schema) as string, schema]));

export const FEEDS: readonly FeedDescription[] = [
  {
    path: feed.FEED_PATHS.market,
    summary:
      'Books and trades of the tokens, and comments of the discussions, that one subscribes to; open to everyone',
    send: named(feed.MarketSubscription),
    receive: named(...feed.MarketFeedMessage.anyOf, ...commentFeed.CommentFeedMessage.anyOf),
  },
  {
    path: feed.FEED_PATHS.user,
    summary: 'Orders, trades and balances of an account, signed in to by the first message',
    send: named(feed.UserSubscription, feed.UserOperation),
    receive: named(...feed.UserFeedMessage.anyOf),
  },
  {
    path: feed.FEED_PATHS.live,
    summary:
      "Everyone's trades, comments, books, and one's own orders, by topics in the protocol of the ecosystem's activity socket",
    send: named(liveFeed.LiveRequest),
    receive: named(...liveFeed.LiveFeedMessage.anyOf),
  },
];

/** Channels by path. */
export function feedsExtension(schemas: SchemaWriter): JsonObject {
  const messages = (schemasByName: Readonly<Record<string, TSchema>>): Json =>
    Object.entries(schemasByName).map(([name, schema]) => ({
      name,
      schema: schemas.write(schema),
      example: FEED_EXAMPLES[name] ?? null,
    }));
  return Object.fromEntries(
    FEEDS.map(({ path, summary, send, receive }) => [
      path,
      { summary, send: messages(send), receive: messages(receive) },
    ]),
  );
}

/** The chapter about feeds in the introduction. */
export function feedsText(): string {
  const chapters = FEEDS.map(({ path, summary, send, receive }) =>
    [
      `**\`${path}\`** – ${summary}.`,
      ...Object.keys(send).map((name) => `- to the venue: \`${name}\`, \`${exampleText(name)}\``),
      ...Object.entries(receive).map(([name, schema]) => `- from the venue: \`${eventType(schema)}\` (\`${name}\`)`),
    ].join('\n'),
  );
  return `## Live feeds
WebSockets on the venue's port. Fields of every message are among the schemas below, by the names given here; examples
are in this description under \`x-websockets\`. A frame is one message; a snapshot, and what was asked for as \`grouped\`, is
an array of them. \`sequence\`, \`index\` and \`count\` prove that nothing is missing, \`since\` in a subscription brings what was missed, and \`resync\` says that it is not kept. Text \`PING\` is
answered with \`PONG\`, but on \`${feed.FEED_PATHS.live}\`, where it is a sign of life alone.

${chapters.join('\n\n')}`;
}

/** Token ids are long, so the text shows a placeholder instead. */
function exampleText(name: string): string {
  return JSON.stringify(FEED_EXAMPLES[name])
    .replace(/"[0-9]{30,}"/g, '"<token id>"')
    .replace(/"0x[0-9a-f]{64}"/g, '"<condition id>"');
}

/** The type of a message, as the message itself states it. */
function eventType(schema: TSchema): string {
  const { properties } = schema as { readonly properties?: Readonly<Record<'event_type' | 'topic' | 'type', Named>> };
  const { event_type: name, topic, type } = properties ?? {};
  if (name !== undefined) return name.const ?? '';
  const types = type?.enum?.join(', ') ?? type?.const ?? '';
  return topic?.const === undefined ? types : `${topic.const}: ${types}`;
}

type Named = { readonly const?: string; readonly enum?: readonly string[] };
