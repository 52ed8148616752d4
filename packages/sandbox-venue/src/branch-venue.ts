/** A branch of a sandbox as a running venue: ledger, gateway and listener in this thread, on virtual time. */
import type { Scenario } from '@bellwether/contract';
import { decide } from '@bellwether/engine';
import type { ExchangeHandle } from '@bellwether/exchange/exchange-client.ts';
import { createInlineSignatures } from '@bellwether/gateway/adapters/signature-pool/inline.ts';
import type { Front } from '@bellwether/gateway/http/front.ts';
import { prepareWallets } from '@bellwether/gateway/http/own-wallets.ts';
import type { Runtime, Timers } from '@bellwether/ports/runtime.ts';
import { openGateway } from '@bellwether/venue/compose/gateway.ts';
import { Opened } from '@bellwether/venue/compose/opened.ts';
import type { Config } from '@bellwether/venue/config.ts';
import type { ThreadHeaps } from '@bellwether/venue/ops/thread-heaps.ts';
import { seededRandomness } from '@bellwether/venue/runtime/seeded-randomness.ts';
import { type DuePart, VirtualTime } from '@bellwether/venue/runtime/virtual-time.ts';
import type { Logger } from 'pino';
import { HeldOrdersFile } from './adapters/held-orders/held-orders-file.ts';
import type { Background } from './background.ts';
import { FIRST_BRANCH } from './branch-files.ts';
import type { Sandbox } from './control.ts';
import { DelayedOrders } from './faults/delayed-orders.ts';
import { HeldOrders } from './faults/held-orders.ts';
import type { RuleBook } from './faults/rule-book.ts';
import { Settlements, type SettlingTrade } from './faults/settlements.ts';
import { settlingReader } from './faults/settling-reader.ts';
import { Wipes } from './faults/wipes.ts';
import type { SandboxAnswers } from './gateway/answers.ts';
import { sandboxExtension } from './gateway/extension.ts';
import { Latency, type LatencyByHand } from './latency/latency.ts';
import { openOneThreadLedger } from './one-thread-ledger.ts';
import { ScenarioPlayer } from './scenario/player.ts';

export interface BranchOptions {
  readonly config: Config;
  readonly branch: string;
  readonly folder: string;
  /** Venue time at which the branch begins, Unix milliseconds: the time of its last entry, or later. */
  readonly nowMs: number;
  readonly seed: number;
  /** Scenario that is played on the branch; null: none. */
  readonly scenario: Scenario | null;
  readonly latencyByHand: LatencyByHand;
  /** Resolves when the books show everything that is due. */
  readonly synced: () => Promise<void>;
  readonly machine: Runtime;
  readonly background: Background;
  readonly heaps: ThreadHeaps;
  /** The server that clients of the sandbox are connected to; absent at its start. */
  readonly front?: Front;
  readonly control: Sandbox;
  readonly answers: SandboxAnswers;
  readonly faults: RuleBook;
  readonly settling: readonly SettlingTrade[];
  readonly logger: Logger;
  readonly onFailure: (message: string) => void;
  readonly prepare?: (exchange: ExchangeHandle, runtime: Runtime) => Promise<void>;
}

export interface BranchVenue {
  readonly branch: string;
  readonly scenario: Scenario | null;
  readonly url: string;
  readonly adminToken: string;
  readonly time: VirtualTime;
  readonly exchange: ExchangeHandle;
  readonly settlements: Settlements;
  readonly latency: Latency;
  /** Resolves when everything that is due is done and visible. */
  awaitDone(): Promise<void>;
  readonly front: Front;
  readonly serve: () => void;
  /**
   * Sends clients to another branch, which answers all requests that begin from now on. Feed clients are told and
   * connect again. Resolves when the requests that began here are answered.
   */
  rewound(to: BranchVenue): Promise<void>;
  close(): Promise<void>;
  stillOpen(): string[];
}

/** Opens a branch; resolves when it can answer requests. The first one answers them at once. */
export async function openBranch(options: BranchOptions): Promise<BranchVenue> {
  const parts = { ledger: new Opened(), gateway: new Opened() };
  try {
    return await open(options, parts);
  } catch (error) {
    await closeBoth(parts);
    throw error;
  }
}

/** Open parts in two groups: the ledger is closed last. */
type Parts = { readonly ledger: Opened; readonly gateway: Opened };

const closeBoth = ({ ledger, gateway }: Parts): Promise<void> => gateway.closeAll().finally(() => ledger.closeAll());

async function open(options: BranchOptions, all: Parts): Promise<BranchVenue> {
  const { branch, folder, seed, scenario, machine, heaps, control, faults, logger, onFailure } = options;
  // `localhost` has several addresses, which would need several listeners.
  const host = options.config.host === 'localhost' ? '127.0.0.1' : options.config.host;
  const config: Config = { ...options.config, host, dataDir: folder };
  const { held, nowMs } = openHeld(options, all.ledger);
  const time = new VirtualTime(machine, nowMs);
  // Each branch draws its own random numbers, the same on every run.
  const random = seededRandomness(
    (scenario?.seed ?? seed) + (branch === FIRST_BRANCH ? 0 : Number(branch)) * 0x9e3779b1,
  );
  const parts = { dataDir: folder, snapshotEvery: config.snapshotEvery, time, logger, onFailure };
  const ledger = await openOneThreadLedger(
    { ...parts, runtime: { ...machine, random }, background: options.background.share() },
    all.ledger,
  );
  all.ledger.add('time', () => time.close());
  const { exchange } = ledger;
  const entryMs = (): number => exchange.state.timeMs;
  const latency = new Latency(time, { seed, entryMs }, options.latencyByHand, scenario?.latency);
  const { settlements, delayed } = openViews({ ...options, held }, time, exchange, all.ledger);
  const venueRuntime: Runtime = { clock: time.clock, timers: time.timers, random };
  // Only for an empty journal: a branch with history continues as its parent was.
  if (exchange.head.sequence === 0) await prepareWallets(exchange, exchange.state, config);
  await options.prepare?.(exchange, venueRuntime);
  const playedOn = { faults, branch, hasVersions: config.differences.has('market-version') };
  const player = scenario === null ? null : await ScenarioPlayer.open(scenario, exchange, playedOn, nowMs);
  // Operational limits follow the machine's clock: client timeouts, connection checks.
  const runtime: Runtime = { ...machine, clock: { ...machine.clock, wallMs: () => time.nowMs }, random };
  const gateway = await openGateway({
    config,
    runtime,
    logger,
    onFailure,
    opened: all.gateway,
    exchange,
    reader: settlingReader(ledger.reader, settlements),
    measured: { figures: ledger.figures, heaps },
    openSignatures: createInlineSignatures,
    capsTime: { clock: time.clock, timers: capsTimers(time) },
    otherClock: () => machine.clock.wallMs(),
    extension: sandboxExtension({
      sandbox: control,
      faults,
      view: exchange,
      answers: options.answers,
      synced: options.synced,
      ...{ delayed, settlements, folder, latency, runtime },
      isLeft: () => control.branch !== branch,
      isRewound: branch !== FIRST_BRANCH,
    }),
  });
  if (player !== null) follow(time, player, 'scenario', all.ledger);
  follow(time, new Wipes(faults, () => time.nowMs, exchange), 'wipes', all.ledger);
  const { url, front, feeds, serve } = await gateway.listen(options.front);
  all.gateway.add('latency', async () => latency.flight.end());
  all.gateway.add('waiting reads', async () => ledger.endWaitingReads());
  exchange.open();
  return {
    ...{ branch, scenario, url, time, exchange, settlements, latency, front, serve },
    adminToken: gateway.adminToken,
    awaitDone: () => ledger.awaitDone(),
    rewound: (to) => {
      latency.flight.end();
      const answered = front.connections.answered();
      to.serve();
      // Requests that a fault holds, or that wait for anything else, must not execute on a branch that was left.
      exchange.takeNoMore();
      feeds.rewound(to.branch);
      return answered;
    },
    close: () => closeBoth(all),
    stillOpen: () => [...all.gateway.stillOpen(), ...all.ledger.stillOpen()],
  };
}

/**
 * Opens the held-back orders of a branch. Its time is at least that of the last held order, so venue time need not be
 * saved with every order.
 */
function openHeld({ folder, nowMs }: Pick<BranchOptions, 'folder' | 'nowMs'>, opened: Opened) {
  const file = new HeldOrdersFile(folder);
  opened.add('held orders', async () => file.close());
  const held = new HeldOrders(file);
  return { held, nowMs: Math.max(nowMs, held.lastMs) };
}

/** Timers of requests that wait for room. Time must go on until there is some, even if it waits for such a request. */
const capsTimers = (time: VirtualTime): Timers => ({
  ...time.timers,
  after: (delayMs, callback) => {
    time.letGo();
    return time.timers.after(delayMs, callback);
  },
});

/** Runs `part` whenever it has something due, until the branch is closed. */
function follow(time: VirtualTime, part: DuePart, name: string, opened: Opened): void {
  const unfollow = time.follow(part);
  opened.add(name, async () => unfollow());
}

/**
 * Opens the display overrides on top of the ledger, which fault rules control. Runs before any part that displays
 * trades.
 */
function openViews(
  { faults, settling, held }: Pick<BranchOptions, 'faults' | 'settling'> & { readonly held: HeldOrders },
  time: VirtualTime,
  exchange: ExchangeHandle,
  opened: Opened,
): { readonly settlements: Settlements; readonly delayed: DelayedOrders } {
  const settlements = new Settlements(faults, time, settling);
  exchange.observe(settlements);
  held.forgetAfter(exchange.head.sequence);
  const delayed = new DelayedOrders(
    faults,
    () => time.nowMs,
    (state, command, timeMs) => decide(state, command, { sequence: state.sequence + 1, timeMs }),
    held,
  );
  follow(time, delayed, 'delayed orders', opened);
  return { settlements, delayed };
}
