/** Seeded bugs of what is done once: orders by their id, other writes by their key. */
import type { MutantArea } from '../mutant.ts';

const REQUESTED = 'packages/engine/src/decide/requested.ts';
const WINDOW = 'packages/engine/src/requests/request-window.ts';
const SNAPSHOT = 'packages/engine/src/snapshot.ts';
const PLACE = 'packages/engine/src/decide/place-order.ts';
const RELAY = 'packages/engine/src/decide/relay.ts';

export const IDEMPOTENCY: MutantArea = {
  title: 'Done once',
  mutants: [
    {
      name: 'request-window-of-a-minute',
      breaks: 'A request is remembered for a minute instead of a day.',
      file: WINDOW,
      piece: 'nowMs - request.timeMs >= this.#bounds.keptMs',
      by: 'nowMs - request.timeMs >= 60_000',
    },
    {
      name: 'requests-not-in-the-snapshot',
      breaks: 'A venue that starts from a snapshot has forgotten which requests were done.',
      file: SNAPSHOT,
      piece: 'RequestWindow.restore(snapshot.requests)',
      by: 'new RequestWindow()',
    },
    {
      name: 'repeat-done-again',
      breaks: 'A request that is repeated under its key is carried out again.',
      file: REQUESTED,
      piece: "if (sequence !== undefined && !part) return { kind: 'repeated', sequence };",
      by: '',
    },
    {
      name: 'other-body-under-the-key',
      breaks: 'Another request under a key that was used is answered with the outcome of the first.',
      file: REQUESTED,
      piece: "if (known !== null && known.hash !== hash) return reject('idempotency_key_used');",
      by: '',
    },
    {
      name: 'refusal-remembered-as-done',
      breaks: 'A request that was refused is kept under its key as done.',
      file: REQUESTED,
      piece: "if (decision.kind !== 'accepted' &&",
      by: "if (decision.kind === 'reject')\n    return { kind: 'accepted', events: [{ kind: 'RequestKept', by, key, hash, idle: true }], notCanceled: {} };\n  if (decision.kind !== 'accepted' &&",
    },
    {
      name: 'idle-request-not-kept',
      breaks: 'A request that finds nothing to do is not remembered, so that its repeat may do something.',
      file: REQUESTED,
      piece: "if (decision.kind !== 'accepted' && decision.kind !== 'unchanged') return",
      by: "if (decision.kind !== 'accepted') return",
    },
    {
      name: 'keys-shared-by-all',
      breaks: 'The same key of two accounts is taken for the same request.',
      file: WINDOW,
      piece: "by ?? 'operator'",
      by: "'anyone'",
    },
    {
      name: 'order-placed-again',
      breaks: 'An order that is sent again is placed again.',
      file: PLACE,
      piece: 'const first = state.orderResults.get(command.orderId) ?? archived;',
      by: 'const first = archived;',
    },
    {
      name: 'old-order-placed-again',
      breaks: 'An order that ended so long ago that only the archive knows it is placed again.',
      file: PLACE,
      piece: 'state.orderResults.get(command.orderId) ?? archived;',
      by: 'state.orderResults.get(command.orderId);',
    },
    {
      name: 'relay-nonce-not-checked',
      breaks: 'A relayed batch of a wallet is carried out whatever its nonce, so a repeat is carried out again.',
      file: RELAY,
      piece: 'if (nonce !== expected) return',
      by: 'if (nonce < 0) return',
    },
  ],
};
