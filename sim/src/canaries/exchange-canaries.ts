/**
 * Canaries of the parts that make decisions durable and distribute them: sequencer, recovery, followers, several nodes.
 */
import type { ExchangeHost } from '@bellwether/server/exchange/exchange-host.ts';
import type { AppendOutcome, Log } from '@bellwether/server/ports/log.ts';
import { type Canary, type Change, changed } from './canary.ts';

type HostOptions = ConstructorParameters<typeof ExchangeHost>[0];

/** Gives the exchange other options than its process has. */
function hostWith(options: (given: HostOptions) => Partial<HostOptions>): Change {
  return changed(
    () => import('@bellwether/server/exchange/exchange-host.ts'),
    'ExchangeHost',
    (Original) =>
      class extends Original {
        constructor(given: HostOptions) {
          super({ ...given, ...options(given) });
        }
      },
  );
}

/** Replaces the outcome of each append that the exchange sees. */
const appending = (
  append: (log: Pick<Log, 'append'>, ...record: Parameters<Log['append']>) => Promise<AppendOutcome>,
): Change => hostWith(({ log }) => ({ log: { append: (record) => append(log, record), head: () => log.head() } }));

export const EXCHANGE_CANARIES: readonly Canary[] = [
  {
    name: 'acknowledge-before-append',
    breaks: 'A batch is acknowledged before it is durable.',
    seed: 2,
    change: appending(async (log, record) => {
      void log.append({ ...record, payload: record.payload.slice() as typeof record.payload });
      return { kind: 'durable' };
    }),
  },
  {
    name: 'fence-skipped',
    breaks: 'A writer goes on after another one has taken the log over.',
    seed: 2,
    change: appending(async (log, record) => {
      const outcome = await log.append(record);
      return outcome.kind === 'fenced' ? { kind: 'durable' } : outcome;
    }),
  },
  {
    name: 'clock-stands-still',
    breaks: 'The clock of the venue stands still for a minute at a time.',
    seed: 3,
    change: changed(
      async () => (await import('@bellwether/server/sequencer/venue-clock.ts')).VenueClock.prototype,
      'now',
      (now) =>
        function () {
          return Math.floor(now.call(this) / 60_000) * 60_000;
        },
    ),
  },
  {
    name: 'snapshot-forgets-requests',
    breaks: 'A start from a snapshot forgets which requests were done.',
    seed: 2,
    change: changed(
      () => import('@bellwether/engine/testing/snapshot.ts'),
      'restoreSnapshot',
      (restoreSnapshot) => (snapshot, keeps) => restoreSnapshot({ ...snapshot, requests: [] }, keeps),
    ),
  },
  {
    name: 'cancels-not-followed',
    breaks: 'The book of a gateway keeps cancelled orders.',
    seed: 3,
    change: changed(
      async () => (await import('@bellwether/server/log/follower.ts')).Follower.prototype,
      'fold',
      (fold) =>
        function (entries, ...rest) {
          const kept = entries.map((entry) => ({
            ...entry,
            events: entry.events.filter(({ kind }) => kind !== 'OrderCanceled'),
          }));
          fold.call(this, kept, ...rest);
        },
    ),
  },
  {
    name: 'lease-not-checked',
    breaks: 'A leader answers reads after its lease is over.',
    seed: 67,
    change: changed(
      () => import('@bellwether/server/nodes/open-hub.ts'),
      'openHub',
      (openHub) =>
        ({ stand, ...options }) =>
          openHub({
            ...options,
            stand: (standing) => stand({ ...standing, currentUntilMs: standing.currentUntilMs + 60_000 }),
          }),
    ),
  },
];
