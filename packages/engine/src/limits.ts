/** Every bound of the engine, in one place. */

/** Wallets one account may have: its own, its deposit wallet, and those that it borrows in the demo or once borrowed. */
export const WALLETS_PER_ACCOUNT_MAX = 16;
/**
 * Starting balances are credited while the venue holds no more collateral than this, in micros: half of what it can
 * hold, so that operators can always deposit, however many accounts are opened.
 */
export const STARTING_BALANCES_MAX = 4_500_000_000_000_000;
/** Valid API keys one account may have; a revoked one makes room for another. */
export const API_KEYS_PER_ACCOUNT_MAX = 100;
/** Keys of one account ever, revoked ones included: these are remembered, since none may come back. */
export const API_KEYS_EVER_PER_ACCOUNT_MAX = 1_000;
/** Calls of one relayed transaction that have an effect. */
export const RELAY_STEPS_MAX = 50;
/** Conversions among them: each may take shares of every market of an event. */
export const RELAY_CONVERSIONS_MAX = 10;
/** Open orders one account may have at a time. */
export const OPEN_ORDERS_PER_ACCOUNT_MAX = 20_000;
/** Reserving orders that the refusal of an order lists. */
export const ORDERS_PER_REFUSAL_MAX = 5;
/** Open orders of the account that are looked at for them: what a refusal costs does not grow with the account. */
export const ORDERS_LOOKED_AT_PER_REFUSAL_MAX = 500;
/** Orders one cancel command may name or end. */
export const ORDERS_PER_CANCEL_MAX = 1_000;
/** Resting orders one taker may match or cancel; a deeper sweep is refused rather than making an unbounded record. */
export const ORDERS_PER_MATCH_MAX = 5_000;
/** Orders, holders or missed keys one `SettleMarket`, `ExpireOrders` or `ExpireHeartbeats` command ends. */
export const STEPS_PER_COMMAND_MAX = 200;
/** Tags, series, events and markets one `AddToCatalog` may carry, all together. */
export const CATALOG_ITEMS_PER_COMMAND_MAX = 2_000;
/** Markets of one negative-risk event. */
export const MARKETS_PER_NEG_RISK_EVENT_MAX = 500;
/** How long an armed API key may go without a heartbeat. */
export const HEARTBEAT_TIMEOUT_MS = 10_000;
/** The largest amount an order may name, in micros: a billion units. */
export const ORDER_AMOUNT_MAX = 1_000_000_000_000_000;
/** Seconds between the second of the command's time and the earliest expiration of a GTD order. */
export const GTD_LEAD_SECONDS_MIN = 60;
/** Characters of a comment, after trimming. */
export const COMMENT_BODY_LENGTH_MAX = 2_000;
/** Levels of replies below a top-level comment. */
export const COMMENT_DEPTH_MAX = 100;
/** Comments the venue keeps, removed ones included. */
export const COMMENTS_MAX = 0xffff_ffff;
/** Comments one account may ever write, and reactions and reports that may stand of one: all are in memory. */
export const COMMENTS_PER_ACCOUNT_MAX = 20_000;
export const MARKS_PER_ACCOUNT_MAX = 20_000;
/** Comments one account may write within COMMENT_WINDOW_MS, removed ones included. */
export const COMMENTS_PER_WINDOW_MAX = 20;
export const COMMENT_WINDOW_MS = 60_000;
/** Characters of a profile's name, bio and image address. */
export const PROFILE_NAME_LENGTH_MAX = 40;
export const PROFILE_BIO_LENGTH_MAX = 500;
export const PROFILE_IMAGE_LENGTH_MAX = 500;
/** Notifications that one command drops by their ids. */
export const NOTIFICATIONS_PER_DROP_MAX = 2_000;
/** How long a request that carried an id is remembered after it was done. */
export const REQUEST_KEPT_MS = 86_400_000;
/** Requests of one account, and of the operator, that are remembered; the next one makes its own earliest be forgotten. */
export const REQUESTS_PER_ACCOUNT_MAX = 1_000;
export const REQUESTS_OF_OPERATOR_MAX = 10_000;
/** The same of all together: then an account that has REQUESTS_ALWAYS_MAX already gives up its own earliest. */
export const REQUESTS_MAX = 100_000;
export const REQUESTS_ALWAYS_MAX = 16;
/**
 * The same of requests that bring no id and are known by their signature. They are remembered for as long as the widest tolerance
 * of timestamps takes one (an hour before and after), and an account may have more of them than the request caps let through in
 * the minute that one usually lasts.
 */
export const SIGNED_REQUEST_KEPT_MS = 7_200_000;
export const SIGNED_REQUESTS_PER_ACCOUNT_MAX = 12_000;
export const SIGNED_REQUESTS_MAX = 100_000;
export const SIGNED_REQUESTS_ALWAYS_MAX = 64;
/**
 * Where all places are taken, a signature of this age makes room, whoever's it is: usually one lasts for a minute, so that it takes
 * 167 signed requests a second, and not 14, until accounts lose signatures that are still good.
 */
export const SIGNED_REQUEST_STALE_MS = 600_000;
/** Entries of one request that are remembered by their place; more than any cancel makes. */
export const REQUEST_ENTRIES_MAX = 64;
/** Characters of a command as JSON: the largest import makes less than a quarter of it. */
export const COMMAND_LENGTH_MAX = 67_108_864;
/** Levels of nesting in the free-form data of a catalog event. */
export const METADATA_DEPTH_MAX = 64;
/**
 * Orders that ended and are still remembered: what a cancel that comes too late is told, and a repeat without a look at
 * the disk. They are in every snapshot, 45 bytes each, so this also bounds what of the past a snapshot repeats.
 */
export const CLOSED_ORDERS_REMEMBERED = 16_384;
/** Orders that ended in one sealed generation: small enough that taking one is no pause, large enough to be rare. */
export const CLOSED_ORDERS_PER_GENERATION = 8_192;
