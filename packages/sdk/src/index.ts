/** The client of a Bellwether venue: signing, exact amounts, typed calls and live feeds. */
export type {
  Account,
  BalanceMessage,
  Book,
  BuilderTrade,
  CancelAnswer,
  CatalogMarket,
  Comment,
  Credentials,
  DetailsOf,
  ErrorCode,
  Event,
  ExplainedCode,
  MarketDetail,
  MarketListingItem,
  OrderAnswer,
  OrderExplanation,
  OrderPlacement,
  OwnOrder,
  OwnTrade,
  Profile,
  RefusalDetails,
  RouteName,
  Series,
  SingleOrder,
  Tag,
  TradeFill,
  UserPosition,
  Venue,
} from '@bellwether/contract';
export * from './amounts.ts';
export type { EventKey } from './areas/catalog.ts';
export type { UserActivity } from './areas/ledger.ts';
export type { Placeable } from './areas/orders.ts';
export * from './authentication.ts';
export * from './client.ts';
export * from './errors.ts';
export { foldBalance } from './feeds/account-balances.ts';
export type { BookFeed, BookFeedItem } from './feeds/book-feed.ts';
export type { CommentFeed, CommentFeedItem, CommentMessage, CommentResyncReason } from './feeds/comment-feed.ts';
export { applyToComments, type CommentListPlace } from './feeds/comment-list.ts';
export type { CommentFeedOptions, FeedOptions, MarketFeedOptions, UserFeedOptions } from './feeds/feeds.ts';
export { bookHash, type FeedBook, LiveBook } from './feeds/live-book.ts';
export type { MarketFeed, MarketFeedItem } from './feeds/market-feed.ts';
export type { FeedResyncReason, MarketMessage } from './feeds/market-subscriber.ts';
export type { OpenWebSocket, WebSocketLike } from './feeds/socket.ts';
export type { UserFeed, UserFeedItem, UserMessage } from './feeds/user-feed.ts';
export type { FollowOptions } from './holdings/follow.ts';
export type { Holdings } from './holdings/holdings.ts';
export type { Holding, OpenOrder } from './holdings/ledger-copy.ts';
export * from './market-price.ts';
export * from './order.ts';
export type { LimitInput, MarketInput, OrderInput } from './order-maker.ts';
export type { PageOptions } from './pages.ts';
export { randomSalt } from './randomness.ts';
export type { AnswerOf, BodyOf, CallOptions, QueryOf, Request, RequestOptions } from './request.ts';
export type { RetryPolicy } from './retry.ts';
export type { AccountOptions } from './session.ts';
export * from './signed-placement.ts';
export * from './signer.ts';
export { SigningTime } from './signing-time.ts';
export * from './terms.ts';
export type { Fetch } from './transport.ts';
export { oneByOne, type Turn } from './turns.ts';
export * from './typed-data.ts';
export { VenueClock } from './venue-clock.ts';
export * from './wallet-data.ts';
