/** What the gateway needs from the rest of the venue. It gets ports and plain values, never an adapter. */

import type { BlockList } from 'node:net';
import type { Service } from '@bellwether/contract';
import type { Micros } from '@bellwether/engine';
import type { Authenticator } from '../auth/authenticator.ts';
import type { CredentialSource } from '../auth/credentials.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { Exchange } from '../ports/exchange.ts';
import type { History } from '../ports/history.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { NodeStanding } from '../ports/nodes.ts';
import type { Reader } from '../ports/reader.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { Sandbox } from '../ports/sandbox.ts';
import type { Signatures, SigningDomain } from '../ports/signatures.ts';
import type { StoredAnswers } from '../ports/stored-answers.ts';
import type { ObservableView } from '../ports/venue-view.ts';
import type { RelayLanguage } from '../relay/relay-language.ts';
import type { ParseAddress } from '../wire/forms/address.ts';
import type { DelayedOrders } from './faults/delayed-orders.ts';
import type { RuleBook } from './faults/rule-book.ts';
import type { SandboxAnswers } from './plugins/sandbox-answers.ts';

/** Settings of the gateway; the server's configuration has them all. */
export interface GatewaySettings {
  /** Whose clients the venue is shaped for where they differ. */
  readonly profile: 'bellwether' | 'polymarket';
  /** Lend an unknown maker wallet to the first account whose correctly signed order names it. */
  readonly lendsWallets: boolean;
  /** Credited once to an account's own wallet and once to its deposit wallet. */
  readonly startingBalance: Micros;
  /** Addresses that may read the ledger; null = everyone. */
  readonly dataAllowlist: BlockList | null;
  /** Proxies whose `X-Forwarded-For` counts, as CIDRs. */
  readonly trustProxy: readonly string[];
  /** Origins whose pages may call what is not open to every page. */
  readonly corsOrigins: readonly string[];
  /** Host names in lower case that are a service's. */
  readonly hosts: ReadonlyMap<string, Service>;
  /** Header prefixes accepted for authentication. */
  readonly authPrefixes: readonly string[];
}

/** Where faults are told: details for the operator that no client may see. */
export interface FaultLog {
  error(details: object, message: string): void;
}

export interface AppDependencies {
  readonly exchange: Exchange;
  readonly view: ObservableView;
  readonly reader: Reader;
  readonly history: History;
  readonly signatures: Signatures;
  readonly authenticator: Authenticator;
  readonly credentials: CredentialSource;
  readonly parseAddress: ParseAddress;
  /** Bearer token of `/admin/*`. */
  readonly adminToken: string;
  readonly domain: SigningDomain;
  /** Domain of orders of negative-risk markets; null when it is the same. */
  readonly negRiskDomain: SigningDomain | null;
  /** Chains whose sign-ins are taken; the first is the venue's own. */
  readonly signInChainIds: readonly number[];
  /** Why keys that are worth something must not sign here; null where they may. */
  readonly chainWarning: string | null;
  /** What a wallet signs to get an API key. */
  readonly authMessage: string;
  /** Version of the product. */
  readonly version: string;
  readonly settings: GatewaySettings;
  readonly metrics: Metrics;
  /** Holds clients to the request caps; null when caps are off. */
  readonly limiter: Limiter | null;
  /** Counts wrong admin tokens; on even when caps are off. */
  readonly guesses: Limiter;
  /** Addresses of the house traders' accounts, which use up no address's caps. */
  readonly houseAccounts: ReadonlySet<string>;
  readonly logger: FaultLog;
  /** Unix milliseconds. */
  readonly clock: () => number;
  readonly runtime: Runtime;
  /** What this node is among those of the venue, null until it has said; left out where it is the only one. */
  readonly standing?: () => NodeStanding | null;
  /** Whether what this node shows is what the venue is; left out where it is the only one. */
  readonly isCurrent?: () => boolean;
  /** What the relayer understands, on the venue's chain. */
  readonly relay: RelayLanguage;
  /** Moves the venue's time, and what else a sandbox can; left out everywhere else, and then none of it can be reached. */
  readonly sandbox?: Sandbox;
  /** What it has done for requests with a key. */
  readonly sandboxAnswers?: SandboxAnswers;
  /**
   * Whether what was signed in this second is known by its signature: in a sandbox, whose own clock may stand still, what is
   * signed by the machine's. Left out everywhere else, where all is.
   */
  readonly namesRequest?: (timestampSeconds: number) => boolean;
  /** What goes wrong on purpose there. */
  readonly faults?: { readonly rules: RuleBook; readonly isLeft: () => boolean };
  /** What was told of requests with a key before a restart; nothing by default. */
  readonly storedAnswers?: StoredAnswers;
  /** Orders that come to the book later there. */
  readonly delayed?: DelayedOrders;
}
