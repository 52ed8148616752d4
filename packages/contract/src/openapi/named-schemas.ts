/**
 * Names of the schemas that become components of the API description: the names under which the contract exports them.
 * Every module of `schemas/` has to be listed here; a test reports missing ones.
 */
import * as account from '../schemas/account.ts';
import * as book from '../schemas/book.ts';
import * as catalog from '../schemas/catalog.ts';
import * as catalogInput from '../schemas/catalog-input.ts';
import * as catalogLists from '../schemas/catalog-lists.ts';
import * as comment from '../schemas/comment.ts';
import * as commentFeed from '../schemas/comment-feed.ts';
import * as common from '../schemas/common.ts';
import * as data from '../schemas/data.ts';
import * as ecosystem from '../schemas/ecosystem.ts';
import * as explanation from '../schemas/explanation.ts';
import * as feed from '../schemas/feed.ts';
import * as heartbeat from '../schemas/heartbeat.ts';
import * as keyset from '../schemas/keyset.ts';
import * as liveFeed from '../schemas/live-feed.ts';
import * as marketDetail from '../schemas/market-detail.ts';
import * as moment from '../schemas/moment.ts';
import * as operate from '../schemas/operate.ts';
import * as order from '../schemas/order.ts';
import * as portfolio from '../schemas/portfolio.ts';
import * as prices from '../schemas/prices.ts';
import * as refusal from '../schemas/refusal.ts';
import * as relayer from '../schemas/relayer.ts';
import * as sandbox from '../schemas/sandbox.ts';
import * as sandboxFaults from '../schemas/sandbox-faults.ts';
import * as sandboxReplay from '../schemas/sandbox-replay.ts';
import * as scenario from '../schemas/scenario.ts';
import * as tape from '../schemas/tape.ts';
import * as trade from '../schemas/trade.ts';
import * as tradeStatus from '../schemas/trade-status.ts';
import * as unified from '../schemas/unified.ts';
import * as venue from '../schemas/venue.ts';

/** Modules by file name without extension. */
export const SCHEMA_MODULES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  common,
  venue,
  account,
  order,
  explanation,
  heartbeat,
  book,
  prices,
  trade,
  'trade-status': tradeStatus,
  data,
  portfolio,
  catalog,
  'catalog-input': catalogInput,
  'catalog-lists': catalogLists,
  keyset,
  'live-feed': liveFeed,
  'market-detail': marketDetail,
  moment,
  refusal,
  comment,
  'comment-feed': commentFeed,
  operate,
  ecosystem,
  unified,
  relayer,
  sandbox,
  scenario,
  'sandbox-faults': sandboxFaults,
  'sandbox-replay': sandboxReplay,
  tape,
  feed,
};

/** Shown inline, as parameters. */
const OF_PARAMETERS = /(?:Query|Params|Parameters)$/;
const SCHEMA_NAME = /^[A-Z][A-Za-z0-9]*$/;
/** A schema without any of these keywords says too little to deserve a name. */
const TELLING = ['properties', 'items', 'pattern', 'description', 'enum', 'patternProperties'];

/**
 * Names by the schema's JSON text: optional copies of a schema have the same text. Among equal schemas the first
 * counts.
 */
export function namedSchemas(): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const exported of Object.values(SCHEMA_MODULES)) {
    for (const [name, schema] of Object.entries(exported)) {
      if (!SCHEMA_NAME.test(name) || OF_PARAMETERS.test(name)) continue;
      if (typeof schema !== 'object' || schema === null || !TELLING.some((keyword) => keyword in schema)) continue;
      const text = JSON.stringify(schema);
      if (!names.has(text)) names.set(text, name);
    }
  }
  return names;
}
