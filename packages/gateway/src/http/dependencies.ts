/** Everything the gateway needs from the rest of the venue: ports and plain values, never an adapter. */

import type { BlockList } from 'node:net';
import type { Service, Venue, VenueProfile } from '@bellwether/contract';
import type { Looks, Micros } from '@bellwether/engine';
import type { Exchange } from '@bellwether/ports/exchange.ts';
import type { Exports } from '@bellwether/ports/exports.ts';
import type { History } from '@bellwether/ports/history.ts';
import type { Metrics } from '@bellwether/ports/metrics.ts';
import type { News } from '@bellwether/ports/news.ts';
import type { NodeStanding } from '@bellwether/ports/nodes.ts';
import type { People } from '@bellwether/ports/people.ts';
import type { Reader } from '@bellwether/ports/reader.ts';
import type { Runtime } from '@bellwether/ports/runtime.ts';
import type { OrderSigningDomains, Signatures } from '@bellwether/ports/signatures.ts';
import type { StoredAnswers } from '@bellwether/ports/stored-answers.ts';
import type { ObservableView } from '@bellwether/ports/venue-view.ts';
import type { ParseAddress } from '@bellwether/wire/forms/address.ts';
import type { CredentialSource } from '../auth/api-keys.ts';
import type { Authenticator } from '../auth/authenticator.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { GatewayExtension } from './extension.ts';
import type { RelayLanguage } from './relay/relay-language.ts';
import type { SetUp } from './set-up.ts';

/**
 * Settings of the gateway: a subset of the server's configuration. Its looks are for where the log says nothing;
 * `venueLook` tells those in force.
 */
export interface GatewaySettings extends VenueProfile, Readonly<Record<keyof Looks, string>> {
  /** True if an unknown maker wallet is lent to the first account whose correctly signed order names it. */
  readonly lendsWallets: boolean;
  /** Who may open an account. */
  readonly join: Venue['join'];
  /** Who may read. */
  readonly reads: Venue['reads'];
  /** Amount credited once to an account's own wallet and once to its deposit wallet. */
  readonly startingBalance: Micros;
  /** Addresses that may read the ledger; null = everyone. */
  readonly dataAllowlist: BlockList | null;
  /** Proxies whose `X-Forwarded-For` is trusted, as CIDRs. */
  readonly trustProxy: readonly string[];
  /** Origins whose pages may call endpoints that are not open to every page. */
  readonly corsOrigins: readonly string[];
  /** Host names in lower case that belong to a service. */
  readonly hosts: ReadonlyMap<string, Service>;
  /** Header prefixes accepted for authentication. */
  readonly authPrefixes: readonly string[];
}

/** Log for faults: details for the operator that clients must not see. */
export interface FaultLog {
  error(details: object, message: string): void;
}

export interface AppDependencies extends OrderSigningDomains {
  readonly exchange: Exchange;
  /** The same for commands about the catalog, which wait until the live feeds have the texts that they need. */
  readonly catalogExchange: Exchange;
  readonly view: ObservableView;
  readonly reader: Reader;
  readonly history: History;
  /** Absent where data cannot be exported. */
  readonly exports?: Exports;
  readonly signatures: Signatures;
  readonly authenticator: Authenticator;
  readonly credentials: CredentialSource;
  readonly parseAddress: ParseAddress;
  readonly adminToken: string;
  /** Chains whose sign-ins are accepted; the first is the venue's own. */
  readonly signInChainIds: readonly number[];
  /** Why keys with real value must not sign here; null if they may. */
  readonly chainWarning: string | null;
  /** The message that a wallet signs to get an API key. */
  readonly authMessage: string;
  readonly version: string;
  readonly settings: GatewaySettings;
  readonly metrics: Metrics;
  /** Enforces the request caps; null if caps are off. */
  readonly limiter: Limiter | null;
  /** Counts wrong admin tokens, even if caps are off. */
  readonly guesses: Limiter;
  /** Addresses of the house traders' accounts, whose requests do not use up an address's caps. */
  readonly houseAccounts: ReadonlySet<string>;
  readonly logger: FaultLog;
  /** Clock in Unix milliseconds. */
  readonly clock: () => number;
  readonly runtime: Runtime;
  /** This node's role among the venue's nodes, null until it is known; absent on a single node. */
  readonly standing?: () => NodeStanding | null;
  /** True if this node's view is current; absent on a single node. */
  readonly isCurrent?: () => boolean;
  /** True while the journal's database confirms no commit; never by default. */
  readonly commitsWait?: () => boolean;
  /** Contract calls that the relayer understands, on the venue's chain. */
  readonly relay: RelayLanguage;
  /** Additions of the program that runs the gateway. */
  readonly extension?: GatewayExtension;
  /** Answers to keyed requests from before a restart; nothing by default. */
  readonly storedAnswers?: StoredAnswers;
  /** Hooks; absent in a sandbox. */
  readonly news?: News | undefined;
  /** The store of people; absent with `open` and `listed`. */
  readonly people?: People | undefined;
  /** Set-up of a new venue by a link; absent for every other. */
  readonly setUp?: SetUp | undefined;
}

/** Version of the exchange that clients sign orders for by default. */
export const orderVersion = ({ differences }: Pick<GatewaySettings, 'differences'>): 2 | 3 =>
  differences.has('order-version-3') ? 3 : 2;
