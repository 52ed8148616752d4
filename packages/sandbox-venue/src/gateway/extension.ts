/** Additions of a branch to a venue's gateway and feeds. */

import { SANDBOX_ROUTES } from '@bellwether/contract';
import type { GatewayExtension, PageBanner } from '@bellwether/gateway/http/extension.ts';
import { mount, mountOperator } from '@bellwether/gateway/http/mount.ts';
import type { Runtime } from '@bellwether/ports/runtime.ts';
import type { onRequestHookHandler } from 'fastify';
import type { DelayedOrders } from '../faults/delayed-orders.ts';
import { feedEdge } from '../faults/feed-edge.ts';
import { registerFaultEdge } from '../faults/http-edge.ts';
import { registerOrderAnswers } from '../faults/order-answers.ts';
import type { Settlements } from '../faults/settlements.ts';
import { registerLatencyEdge } from '../latency/http-edge.ts';
import type { SandboxAnswers } from './answers.ts';
import { sandboxKeyHooks } from './keys.ts';
import { registerNotedRefusals } from './noted-refusals.ts';
import { type Controlled, type MountOwn, registerSandboxRoutes } from './routes.ts';

/** Bar on every screen of the page. */
const BANNER: PageBanner = {
  attribute: 'data-sandbox',
  html: '<aside class="row small sandbox-bar" aria-label="Sandbox"><strong class="sandbox-bar__name">SANDBOX</strong></aside>',
  module: 'src/sandbox/sandbox-bar.tsx',
};

interface ExtensionParts extends Controlled {
  /** First answers to requests with an `Idempotency-Key`, across all branches. */
  readonly answers: SandboxAnswers;
  readonly delayed: DelayedOrders;
  readonly settlements: Settlements;
  /** Data folder of the branch. */
  readonly folder: string;
  /** Resolves when the books show everything that is due. */
  readonly synced: () => Promise<void>;
  /** The machine's runtime, but for the venue's clock. */
  readonly runtime: Pick<Runtime, 'clock' | 'timers'>;
  /** True once clients trade on another branch. */
  readonly isLeft: () => boolean;
  /** True on every branch but the first: positions that clients have seen may belong to another history. */
  readonly isRewound: boolean;
}

export function sandboxExtension(parts: ExtensionParts): GatewayExtension {
  const { sandbox, faults, view, answers, delayed, settlements, latency, folder, runtime, isLeft, isRewound } = parts;
  const clock = (): number => runtime.clock.wallMs();
  return {
    routes: Object.values(SANDBOX_ROUTES),
    registerHooks(app) {
      // Node would send the machine's time, and clients set their clocks by the Date header.
      app.addHook('onRequest', (_request, reply, done) => {
        reply.header('date', new Date(sandbox.time.nowMs).toUTCString());
        done();
      });
      const release = registerLatencyEdge(app, latency, parts.synced);
      registerFaultEdge(app, { rules: faults, clock, timers: runtime.timers, isLeft, release });
      registerOrderAnswers(app, settlements);
      registerNotedRefusals(app, folder, clock);
    },
    registerRoutes(app, admitOperator, explainOrder) {
      const keys = { first: answers, view, live: app.idempotency.live, clock };
      const patient = patiently(admitOperator);
      const mountOwn: MountOwn = (route, handle, status) =>
        mountOperator(app, route, handle, status, { admitOperator: patient, keyed: sandboxKeyHooks(keys, route) });
      mount(app, SANDBOX_ROUTES.explainSandboxOrder, explainOrder);
      registerSandboxRoutes({ sandbox, faults, latency, view }, mountOwn);
    },
    isKeyUsed: ({ by, key, hash }) => (by === null && answers.isUsed(key)) || delayed.isKeyOfOther(by, key, hash),
    venueFields: () => ({ sandbox: { branch: sandbox.branch, speed: sandbox.time.speed } }),
    heldBack: delayed,
    feeds: { isRewound, openFrames: latency.behind(feedEdge(faults)), settling: settlements, waiting: delayed },
    banner: BANNER,
  };
}

/** Removes the idle timeout of the connection, because days of a venue take minutes on a busy machine. */
function patiently(admitOperator: onRequestHookHandler): onRequestHookHandler {
  return function (request, reply, done) {
    request.raw.socket.setTimeout(0);
    return admitOperator.call(this, request, reply, done);
  };
}
