/** Parts that a program puts around those of a venue's gateway, or in their place. */
import type { Server } from 'node:http';
import type { Feeds } from '@bellwether/feeds/feeds.ts';
import type { FeedParts } from '@bellwether/feeds/serve-feeds.ts';
import type { SignaturePool } from '@bellwether/gateway/adapters/signature-pool/pool.ts';
import type { AuthenticatorOptions } from '@bellwether/gateway/auth/authenticator.ts';
import type { AppDependencies } from '@bellwether/gateway/http/dependencies.ts';
import type { PageBanner } from '@bellwether/gateway/http/page/page-view.ts';
import type { Reader } from '@bellwether/ports/reader.ts';
import type { Runtime } from '@bellwether/ports/runtime.ts';
import type { SignatureTerms } from './dependencies.ts';

export interface GatewayDecorations {
  /** Checks signatures in place of the threads. */
  readonly openSignatures: (terms: SignatureTerms) => Promise<SignaturePool>;
  /** The clock and timers that caps follow. */
  readonly time: Pick<Runtime, 'clock' | 'timers'>;
  /** The name of the venue's clock, and a second one by which requests may be signed. */
  readonly clocks: Pick<AuthenticatorOptions, 'clockName' | 'otherClock'>;
  readonly around: (reader: Reader) => Reader;
  readonly dependencies: Pick<AppDependencies, 'extension' | 'heldBack' | 'namesRequest'>;
  readonly feeds: Pick<FeedParts, 'isRewound' | 'edge' | 'settling' | 'waiting'>;
  readonly banner: PageBanner;
  /** Called with the server and its live feeds before the server listens. */
  readonly onServer: (server: Server, feeds: Feeds) => void;
}
