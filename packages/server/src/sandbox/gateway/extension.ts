/** Additions of a sandbox to the gateway: its routes, its clock in answers, and faults at the edge of all others. */
import { SANDBOX_ROUTES } from '@bellwether/contract';
import type { onRequestHookHandler } from 'fastify';
import type { GatewayExtension } from '../../http/extension.ts';
import { mount, mountOperator } from '../../http/mount.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { DelayedOrders } from '../faults/delayed-orders.ts';
import { registerFaultEdge } from '../faults/http-edge.ts';
import type { SandboxAnswers } from './answers.ts';
import { sandboxKeyHooks } from './keys.ts';
import { type Controlled, type MountOwn, registerSandboxRoutes } from './routes.ts';

export interface ExtensionParts extends Controlled {
  /** First answers to requests with an `Idempotency-Key`, across all branches. */
  readonly answers: SandboxAnswers;
  readonly delayed: DelayedOrders;
  /** The machine's runtime, but for the venue's clock. */
  readonly runtime: Pick<Runtime, 'clock' | 'timers'>;
  /** True once clients trade on another branch. */
  readonly isLeft: () => boolean;
}

export function sandboxExtension(parts: ExtensionParts): GatewayExtension {
  const { sandbox, faults, view, answers, delayed, runtime, isLeft } = parts;
  const clock = (): number => runtime.clock.wallMs();
  return {
    routes: Object.values(SANDBOX_ROUTES),
    registerHooks(app) {
      // Node would send the machine's time, and clients set their clocks by the Date header.
      app.addHook('onRequest', (_request, reply, done) => {
        reply.header('date', new Date(sandbox.time.nowMs).toUTCString());
        done();
      });
      registerFaultEdge(app, { rules: faults, clock, timers: runtime.timers, isLeft });
    },
    registerRoutes(app, mayEnter, explainOrder) {
      const keys = { first: answers, view, answers: app.idempotency.answers, clock };
      const patient = patiently(mayEnter);
      const mountOwn: MountOwn = (route, handle, status) =>
        mountOperator(app, route, handle, status, { mayEnter: patient, keyed: sandboxKeyHooks(keys, route) });
      mount(app, SANDBOX_ROUTES.explainSandboxOrder, explainOrder);
      registerSandboxRoutes({ sandbox, faults, view }, mountOwn);
    },
    isKeyUsed: ({ by, key, hash }) => (by === null && answers.isUsed(key)) || delayed.isKeyOfOther(by, key, hash),
    venueFields: () => ({ sandbox: { branch: sandbox.branch, speed: sandbox.time.speed } }),
  };
}

/** Removes the idle timeout of the connection, because days of a venue take minutes on a busy machine. */
function patiently(mayEnter: onRequestHookHandler): onRequestHookHandler {
  return function (request, reply, done) {
    request.raw.socket.setTimeout(0);
    return mayEnter.call(this, request, reply, done);
  };
}
