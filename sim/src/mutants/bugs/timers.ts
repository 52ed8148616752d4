/** Seeded bugs of time: expirations, heartbeats, settlement steps, the clock itself. */
import type { MutantArea } from '../mutant.ts';

const SEQUENCER = 'packages/server/src/sequencer/sequencer.ts';
const CLOCK = 'packages/server/src/sequencer/venue-clock.ts';
const EXPIRIES = 'packages/engine/src/orders/expiry-queue.ts';
const HEARTBEATS = 'packages/engine/src/heartbeats/heartbeats.ts';
const DECIDE_HEARTBEATS = 'packages/engine/src/decide/heartbeats.ts';
const APPLY_HEARTBEATS = 'packages/engine/src/apply/apply-heartbeats.ts';
const ACCOUNTS = 'packages/engine/src/decide/accounts.ts';
const PLACE = 'packages/engine/src/decide/place-order.ts';

export const TIMERS: MutantArea = {
  title: 'Timers and the clock',
  mutants: [
    {
      name: 'timers-wait-for-a-command',
      breaks: 'What has expired or ended stays until the next command of a user comes.',
      file: SEQUENCER,
      piece: 'nextSettlement(this.#state) !== null ||\n      this.#dueTimer(this.#now()) !== null',
      by: 'nextSettlement(this.#state) !== null',
    },
    {
      name: 'settlement-waits-for-a-command',
      breaks: 'A resolved market is not settled while no user sends a command.',
      file: SEQUENCER,
      piece: 'nextSettlement(this.#state) !== null ||\n      this.#dueTimer',
      by: 'this.#dueTimer',
    },
    {
      name: 'expiry-lost-with-a-neighbour',
      breaks: 'When one of several orders that expire in the same second ends, the others never expire.',
      file: EXPIRIES,
      piece: '    if (bucket.size > 0) return;\n',
      by: '',
    },
    {
      name: 'expiry-in-order-of-placing',
      breaks: 'An order that expires earlier waits for those that were placed before it.',
      file: EXPIRIES,
      piece: 'if ((heap[parent] as number) <= second) break;',
      by: 'if ((heap[parent] as number) > 0) break;',
    },
    {
      name: 'expires-a-second-early',
      breaks: 'A GTD order expires one second before the time it was signed for.',
      file: PLACE,
      piece: 'expiration: command.expiration,',
      by: 'expiration: Math.max(0, command.expiration - 1),',
    },
    {
      name: 'heartbeat-not-disarmed',
      breaks: 'An API key that has missed its heartbeat stays armed and misses it again and again.',
      file: APPLY_HEARTBEATS,
      piece: 'assert(state.heartbeats.disarm(apiKey), ',
      by: 'assert(state.heartbeats.get(apiKey) !== null, ',
    },
    {
      name: 'heartbeat-id-not-checked',
      breaks: 'A heartbeat counts whatever id it brings.',
      file: DECIDE_HEARTBEATS,
      piece: "(command.heartbeatId ?? '') !== expected",
      by: "expected === '-'",
    },
    {
      name: 'heartbeat-of-a-revoked-key',
      breaks: 'Revoking an armed API key leaves its orders in the book.',
      file: ACCOUNTS,
      piece: "if (armed !== null) events.push(heartbeatMissed(state, armed, 'key_revoked'));",
      by: '',
    },
    {
      name: 'restart-counts-as-silence',
      breaks: 'API keys that were armed before a restart miss their heartbeat before anyone could send one.',
      file: SEQUENCER,
      piece: "size > 0 ? 'held' : 'running'",
      by: "size > 0 ? 'running' : 'running'",
    },
    {
      name: 'restart-renews-one-key',
      breaks: 'After a restart only the first armed API key gets a fresh period.',
      file: HEARTBEATS,
      piece: 'for (let link = this.#first; link !== null; link = link.next) link.deadlineMs = deadlineMs;',
      by: 'if (this.#first !== null) this.#first.deadlineMs = deadlineMs;',
    },
    {
      name: 'held-heartbeats-never-run',
      breaks: 'After a restart armed API keys never miss a heartbeat again.',
      file: SEQUENCER,
      piece: "if (timer.kind === 'RenewHeartbeats') this.#heartbeats = 'running';",
      by: "if (timer.kind === 'RenewHeartbeats') this.#heartbeats = 'held';",
    },
    {
      name: 'clock-leaps-ahead',
      breaks:
        "The venue's time follows a wall clock that is set ahead at once, and so ends what was promised for later.",
      file: CLOCK,
      piece: 'ahead <= CLOCK_STEP_MAX_MS ? wall :',
      by: 'ahead > 0 ? wall :',
    },
    {
      name: 'clock-stands-still',
      breaks: "The venue's time stands still until a wall clock that was set back has caught up.",
      file: CLOCK,
      piece: 'Math.min(-ahead, elapsed * CLOCK_SLEW)',
      by: 'Math.min(-ahead, elapsed)',
    },
    {
      name: 'clock-forgets-the-journal',
      breaks: 'A venue that starts with its wall clock behind the journal stands still until that has caught up.',
      file: CLOCK,
      piece: 'this.#timeMs = Math.max(wallMs, lastMs);',
      by: 'this.#timeMs = wallMs;',
    },
  ],
};
