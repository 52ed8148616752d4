/** The gateway of a branch, as it differs from a venue's. */
import { createInlineSignatures } from '../../adapters/signature-pool/inline.ts';
import type { GatewayDecorations } from '../../compose/gateway-decorations.ts';
import type { Config } from '../../config.ts';
import type { PageBanner } from '../../http/page/page-view.ts';
import type { VirtualTime } from '../../runtime/virtual-time.ts';
import { feedEdge } from '../faults/feed-edge.ts';
import type { Settlements } from '../faults/settlements.ts';
import { settlingReader } from '../faults/settling-reader.ts';
import { type ExtensionParts, sandboxExtension } from './extension.ts';

interface DecorationParts extends ExtensionParts {
  readonly time: VirtualTime;
  readonly settlements: Settlements;
  /** True on every branch but the first: positions that clients have seen may belong to another history. */
  readonly isRewound: boolean;
  /** Reads the machine's clock in Unix milliseconds: requests may be signed by this clock as well. */
  readonly machineClock: () => number;
  readonly toleranceSeconds: Config['toleranceSeconds'];
  readonly onServer: GatewayDecorations['onServer'];
}

/** Bar on every screen of the page. */
const BANNER: PageBanner = {
  attribute: 'data-sandbox',
  html: '<aside class="row small sandbox-bar" aria-label="Sandbox"><strong class="sandbox-bar__name">SANDBOX</strong></aside>',
  module: 'src/sandbox/sandbox-bar.tsx',
};

export function sandboxDecorations(parts: DecorationParts): GatewayDecorations {
  const { delayed, faults, isRewound, machineClock, onServer, settlements, time, toleranceSeconds } = parts;
  const { past, future } = toleranceSeconds;
  return {
    openSignatures: createInlineSignatures,
    time,
    clocks: { clockName: 'sandbox', otherClock: machineClock },
    around: (reader) => settlingReader(reader, settlements),
    dependencies: {
      extension: sandboxExtension(parts),
      heldBack: delayed,
      // The venue's clock may stand still: only what the machine's clock has signed is signed once a second.
      namesRequest: (timestamp) => {
        const behind = Math.floor(machineClock() / 1000) - timestamp;
        return behind <= past && -behind <= future;
      },
    },
    feeds: { isRewound, edge: feedEdge(faults), settling: settlements },
    banner: BANNER,
    onServer,
  };
}
