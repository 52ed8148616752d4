/** All bounds of the engine. */

/** Wallets per account: its own, its deposit wallet, and those that it borrows or has borrowed in the demo. */
export const WALLETS_PER_ACCOUNT_MAX = 16;
/**
 * Starting balances are credited while the venue holds no more collateral than this, in micros. It is half of the
 * venue's capacity, so that operators can always deposit, however many accounts are opened.
 */
export const STARTING_BALANCES_MAX = 4_500_000_000_000_000;
/** Valid API keys per account; a revoked one makes room for another. */
export const API_KEYS_PER_ACCOUNT_MAX = 100;
/** API keys ever issued per account, including revoked ones: they are remembered, since none may come back. */
export const API_KEYS_EVER_PER_ACCOUNT_MAX = 1_000;
/** Steps of a relayed transaction: 50 calls, of which each conversion may bring a split of its own. */
export const RELAY_STEPS_MAX = 60;
/** Conversions in a relayed transaction: each may take shares of every market of an event. */
export const RELAY_CONVERSIONS_MAX = 10;
export const OPEN_ORDERS_PER_ACCOUNT_MAX = 20_000;
/** Keys of an account over all its wallets. A key that has ended gives up its place to a new one. */
export const KEYS_PER_ACCOUNT_MAX = 100;
/**
 * Open orders that the account of a key may have when it places one more for another's wallet: a key is revoked, and its
 * orders are cancelled, in a single entry.
 */
export const OPEN_ORDERS_PER_KEY_MAX = 5_000;
export const KEY_LABEL_LENGTH_MAX = 64;
export const KEY_SCOPES_MAX = 8;
export const KEY_SCOPE_LENGTH_MAX = 32;
/** Reserving orders listed in the refusal of an order. */
export const ORDERS_PER_REFUSAL_MAX = 5;
/** Open orders of the account that a refusal searches for them: its cost does not grow with the account. */
export const ORDERS_LOOKED_AT_PER_REFUSAL_MAX = 500;
export const ORDERS_PER_CANCEL_MAX = 1_000;
/** Tokens of administrators, ended ones included. */
export const ADMIN_TOKENS_MAX = 100;
/** Characters of an act's actor and reason. */
export const ACT_ACTOR_LENGTH_MAX = 64;
export const ACT_REASON_LENGTH_MAX = 500;
/** Characters of the venue's name, of its welcome and of its terms; bytes of its logo. */
export const VENUE_NAME_LENGTH_MAX = 60;
export const WELCOME_LENGTH_MAX = 2_000;
export const TERMS_LENGTH_MAX = 20_000;
export const LOGO_BYTES_MAX = 32_768;
/** Longest window in which a proposed result can be disputed: 30 days. */
export const RESULT_WINDOW_MS_MAX = 2_592_000_000;
/** Characters of a proposal's source, after trimming. */
export const RESULT_SOURCE_LENGTH_MAX = 500;
/** Characters of a result's notes and reasons, after trimming. */
export const RESULT_NOTE_LENGTH_MAX = 2_000;
/**
 * Resting orders that one taker may match or cancel; a deeper sweep is refused, because its record would be unbounded.
 */
export const ORDERS_PER_MATCH_MAX = 5_000;
/** Orders, holders, corrections or missed keys that one `SettleMarket`, `Grant`, `ExpireOrders` or `ExpireHeartbeats` command handles. */
export const STEPS_PER_COMMAND_MAX = 200;
/** Tags, series, events and markets in one `AddToCatalog`, all together. */
export const CATALOG_ITEMS_PER_COMMAND_MAX = 2_000;
export const MARKETS_PER_NEG_RISK_EVENT_MAX = 500;
/** The most that the house may put up for one event, in micros: a million units. */
export const HOUSE_SUBSIDY_MAX = 1_000_000_000_000;
/** Price levels of the house on each side of a market, and in an event: with many markets, each has fewer. */
export const HOUSE_LEVELS_MAX = 40;
export const HOUSE_LEVELS_MIN = 5;
export const HOUSE_LEVELS_PER_EVENT_MAX = 1_000;
/** Longest time between heartbeats of an armed API key. */
export const HEARTBEAT_TIMEOUT_MS = 10_000;
/** Largest amount in an order, in micros: a billion units. */
export const ORDER_AMOUNT_MAX = 1_000_000_000_000_000;
/** Seconds between the second of the command's time and the earliest expiration of a GTD order. */
export const GTD_LEAD_SECONDS_MIN = 60;
/** Characters of a comment, after trimming. */
export const COMMENT_BODY_LENGTH_MAX = 2_000;
/** Grants that are remembered, each by its id for good, and characters of a grant's reason, after trimming. */
export const GRANTS_MAX = 1_000_000;
export const GRANT_REASON_LENGTH_MAX = 200;
/** Characters in the name of a group, which the people store knows. */
export const GRANT_GROUP_LENGTH_MAX = 100;
export const STANDING_GRANTS_MAX = 100;
/** Levels of replies below a top-level comment. */
export const COMMENT_DEPTH_MAX = 100;
/** Comments in the venue, including removed ones. */
export const COMMENTS_MAX = 0xffff_ffff;
/** Comments that one account may ever write, and current reactions and reports of one account: all are in memory. */
export const COMMENTS_PER_ACCOUNT_MAX = 20_000;
export const MARKS_PER_ACCOUNT_MAX = 20_000;
/** Comments per account within COMMENT_WINDOW_MS, including removed ones. */
export const COMMENTS_PER_WINDOW_MAX = 20;
export const COMMENT_WINDOW_MS = 60_000;
/** Clarifications of an event, and characters of one. */
export const CLARIFICATIONS_PER_EVENT_MAX = 50;
export const CLARIFICATION_LENGTH_MAX = 2_000;
/** Suggestions in the venue and of one account, ever: all are in memory. */
export const SUGGESTIONS_MAX = 100_000;
export const SUGGESTIONS_PER_ACCOUNT_MAX = 1_000;
export const SUGGESTION_TITLE_LENGTH_MAX = 200;
export const SUGGESTION_DESCRIPTION_LENGTH_MAX = 2_000;
export const SUGGESTION_ANSWERS_MAX = 20;
export const SUGGESTION_ANSWER_LENGTH_MAX = 100;
export const SUGGESTION_NOTE_LENGTH_MAX = 500;
/** Characters in a profile's name, bio and image URL. */
export const PROFILE_NAME_LENGTH_MAX = 40;
export const PROFILE_BIO_LENGTH_MAX = 500;
export const PROFILE_IMAGE_LENGTH_MAX = 500;
/** Notifications that one command drops by id. */
export const NOTIFICATIONS_PER_DROP_MAX = 2_000;
/**
 * Bounds of remembered requests with an id: beyond `perAccountMax` and `ofOperatorMax` a new one displaces the
 * submitter's earliest; beyond `inAllMax`, accounts with `alwaysMax` lose their own earliest. `staleMs`: age from which
 * one makes room for any other there.
 */
export const NAMED_REQUESTS = {
  inAllMax: 100_000,
  perAccountMax: 1_000,
  ofOperatorMax: 10_000,
  alwaysMax: 16,
  keptMs: 86_400_000,
  staleMs: 86_400_000,
} as const;
/**
 * The same for requests without an id, which are identified by their signature. They are remembered for as long as the
 * widest timestamp tolerance accepts a signature (an hour before and after). An account may have more of them than the
 * request caps allow in one minute, the usual lifetime of a signature: so accounts lose valid signatures only above 167
 * signed requests per second, not above 14.
 */
export const SIGNED_REQUESTS = {
  inAllMax: 100_000,
  perAccountMax: 12_000,
  ofOperatorMax: 0,
  alwaysMax: 64,
  keptMs: 7_200_000,
  staleMs: 600_000,
} as const;
/** Remembered entries per request; more than any cancel makes. */
export const REQUEST_ENTRIES_MAX = 64;
/** Characters of a command as JSON: the largest import takes less than a quarter. */
export const COMMAND_LENGTH_MAX = 67_108_864;
/** Levels of nesting in the free-form data of a catalog event. */
export const METADATA_DEPTH_MAX = 64;
/**
 * Ended orders that are still remembered, for answering late cancels and repeats without reading the disk. They are in
 * every snapshot, 45 bytes each, so this also bounds the history repeated by a snapshot.
 */
export const CLOSED_ORDERS_REMEMBERED = 16_384;
/** Ended orders in one sealed generation: small enough that taking one causes no pause, large enough to be rare. */
export const CLOSED_ORDERS_PER_GENERATION = 8_192;
