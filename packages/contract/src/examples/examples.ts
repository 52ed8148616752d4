/**
 * The examples of the API description. The JSON files beside this one hold them by `METHOD /path` as in the route table, those of
 * live feeds by the name of the message's schema. An object with `$like` is the part of that name in `parts.json`, with its other
 * fields in place of the part's. A test reports what has no example, and checks each against its schema.
 */
import type { Json } from '../json.ts';
import { CONSTANT_ROUTES } from '../routes/constant.ts';
import admin from './admin.json' with { type: 'json' };
import catalog from './catalog.json' with { type: 'json' };
import clients from './clients.json' with { type: 'json' };
import community from './community.json' with { type: 'json' };
import dataV2Markets from './data-v2-markets.json' with { type: 'json' };
import dataV2Wallets from './data-v2-wallets.json' with { type: 'json' };
import explanation from './explanation.json' with { type: 'json' };
import feeds from './feeds.json' with { type: 'json' };
import grants from './grants.json' with { type: 'json' };
import hooks from './hooks.json' with { type: 'json' };
import ledger from './ledger.json' with { type: 'json' };
import parts from './parts.json' with { type: 'json' };
import people from './people.json' with { type: 'json' };
import prices from './prices.json' with { type: 'json' };
import relayer from './relayer.json' with { type: 'json' };
import rights from './rights.json' with { type: 'json' };
import samples from './samples.json' with { type: 'json' };
import sandbox from './sandbox.json' with { type: 'json' };
import trading from './trading.json' with { type: 'json' };

export interface RouteExample {
  /** Path and query parameters together, by name. */
  readonly parameters?: Readonly<Record<string, string | number | boolean>>;
  /** Body of the request; for every route that has one. */
  readonly request?: Json;
  /** Answers by description; at least one, and one for each form of the route. */
  readonly responses: Readonly<Record<string, Json>>;
}

export const EXAMPLES = whole({
  ...trading,
  ...explanation,
  ...prices,
  ...ledger,
  ...dataV2Wallets,
  ...dataV2Markets,
  ...catalog,
  ...community,
  ...clients,
  ...relayer,
  ...admin,
  ...grants,
  ...rights,
  ...people,
  ...hooks,
  ...sandbox,
  ...Object.fromEntries(
    Object.values(CONSTANT_ROUTES).map(({ path, answer }) => [`GET ${path}`, { responses: { always: answer } }]),
  ),
}) as Readonly<Record<string, RouteExample>>;

/** Messages of live feeds by schema name. */
export const FEED_EXAMPLES: Readonly<Record<string, Json>> = whole(feeds) as typeof feeds;

/** The market, wallets, order and trade that the examples speak of, by name. */
export const SAMPLES: Readonly<Record<string, string>> = samples;

/** The value with all parts in their places. */
function whole(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(whole);
  if (typeof value !== 'object' || value === null) return value;
  const { $like: name, ...own } = value as Record<string, unknown>;
  const fields = Object.fromEntries(Object.entries(own).map(([field, inner]) => [field, whole(inner)]));
  if (name === undefined) return fields;
  const part = (parts as Readonly<Record<string, unknown>>)[String(name)];
  if (part === undefined) throw new Error(`parts.json has no example named ${String(name)}`);
  return { ...(whole(part) as object), ...fields };
}
