/** A branch of a sandbox as a venue that answers: ledger, gateway and listener in this thread, on a time of its own. */
import type { Server } from 'node:http';
import type { Scenario } from '@bellwether/contract';
import { decide } from '@bellwether/engine';
import type { Logger } from 'pino';
import { HeldOrdersFile } from '../../adapters/held-orders/held-orders-file.ts';
import { createInlineSignatures } from '../../adapters/signature-pool/inline.ts';
import type { Config } from '../../config.ts';
import type { ExchangeHandle } from '../../exchange/exchange-client.ts';
import type { Feeds } from '../../feed/feeds.ts';
import { DelayedOrders } from '../../http/faults/delayed-orders.ts';
import { HeldOrders } from '../../http/faults/held-orders.ts';
import type { RuleBook } from '../../http/faults/rule-book.ts';
import { Settlements, type SettlingTrade } from '../../http/faults/settlements.ts';
import { settleWallets } from '../../http/own-wallets.ts';
import type { SandboxAnswers } from '../../http/plugins/sandbox-answers.ts';
import { connectionsMax } from '../../ops/open-files.ts';
import type { ThreadHeaps } from '../../ops/thread-heaps.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { Sandbox } from '../../ports/sandbox.ts';
import { seededRandomness } from '../../runtime/seeded-randomness.ts';
import { type DuePart, VirtualTime } from '../../runtime/virtual-time.ts';
import { openGateway } from '../gateway.ts';
import { createVenueMetrics } from '../metrics.ts';
import { Opened } from '../opened.ts';
import type { Background } from './background.ts';
import { FIRST_BRANCH } from './branch-files.ts';
import { handOver, type Leaving } from './hand-over.ts';
import { openOneThreadLedger } from './one-thread-ledger.ts';
import { ScenarioPlayer } from './scenario/player.ts';

export interface BranchOptions {
  readonly config: Config;
  readonly branch: string;
  readonly folder: string;
  /** Where its time begins: of its last entry, or later. */
  readonly nowMs: number;
  readonly seed: number;
  /** What is played on it; null: nothing. */
  readonly scenario: Scenario | null;
  /** The machine's. */
  readonly machine: Runtime;
  readonly background: Background;
  readonly heaps: ThreadHeaps;
  /** 0 for a free one. */
  readonly port: number;
  /** Of the branch that clients trade on, whose listener it takes over; null for the first one. */
  readonly from: Server | null;
  readonly control: Sandbox;
  readonly answers: SandboxAnswers;
  readonly faults: RuleBook;
  /** What it has in common with the branch that it comes from. */
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
  /** Resolves when everything that is due is done and shown. */
  settled(): Promise<void>;
  readonly server: Server | null;
  /**
   * Clients trade on another branch from now on: those who listen are told and sent there, and requests that still come here
   * are answered there.
   */
  rewound(to: BranchVenue): Leaving;
  /** All behind the server, which goes on to hand over what comes on the connections that it has. */
  closeLedger(): Promise<void>;
  close(): Promise<void>;
  /** Parts that are not closed and how far they are. */
  stillOpen(): string[];
}

/** What clients are connected to. */
interface Front {
  readonly server: Server;
  readonly feeds: Feeds;
}

/** Resolves when it answers requests. */
export async function openBranch(options: BranchOptions): Promise<BranchVenue> {
  const parts = { ledger: new Opened(), front: new Opened() };
  try {
    return await open(options, parts);
  } catch (error) {
    await closeBoth(parts);
    throw error;
  }
}

/** What is behind the gateway, and the gateway with its server: clients come to the second for longer. */
interface Parts {
  readonly ledger: Opened;
  readonly front: Opened;
}

const closeBoth = ({ ledger, front }: Parts): Promise<void> => front.closeAll().finally(() => ledger.closeAll());

async function open(options: BranchOptions, all: Parts): Promise<BranchVenue> {
  const {
    branch,
    folder,
    seed,
    scenario,
    machine,
    background,
    heaps,
    port,
    from,
    control,
    faults,
    logger,
    onFailure,
    prepare,
  } = options;
  // The addresses of `localhost` would be several listeners.
  const host = options.config.host === 'localhost' ? '127.0.0.1' : options.config.host;
  const config: Config = { ...options.config, host, dataDir: folder, port };
  const { held, nowMs } = openHeld(options, all.ledger);
  const time = new VirtualTime(machine, nowMs);
  // Each branch draws numbers of its own, and the same each time.
  const random = seededRandomness(
    (scenario?.seed ?? seed) + (branch === FIRST_BRANCH ? 0 : Number(branch)) * 0x9e3779b1,
  );
  const parts = { dataDir: folder, snapshotEvery: config.snapshotEvery, time, logger, onFailure };
  const ledger = await openOneThreadLedger(
    { ...parts, runtime: { ...machine, random }, background: background.share() },
    all.ledger,
  );
  all.ledger.add('time', () => time.close());
  const { exchange, reader } = ledger;
  const views = openViews({ ...options, held }, time, exchange, all.ledger);
  const venueRuntime: Runtime = { clock: time.clock, timers: time.timers, random };
  // A branch goes on as its parent was.
  if (exchange.head.sequence === 0) await settleWallets(exchange, exchange.state, config);
  await prepare?.(exchange, venueRuntime);
  const player = scenario === null ? null : await ScenarioPlayer.open(scenario, exchange, { faults, branch }, nowMs);
  const machineClock = (): number => machine.clock.wallMs();
  let front = null as Front | null;
  const gateway = await openGateway({
    config,
    // What is operational goes by the machine: how long a client may take, when a connection is looked at.
    runtime: { ...machine, clock: { ...machine.clock, wallMs: () => time.nowMs }, random },
    logger,
    onFailure,
    opened: all.front,
    exchange,
    reader,
    sandbox: {
      control,
      answers: options.answers,
      faults: { rules: faults, isLeft: () => control.branch !== branch },
      ...views,
      time,
      machineClock,
      openSignatures: createInlineSignatures,
      isRewound: branch !== FIRST_BRANCH,
      onServer: (server, feeds) => {
        front = { server, feeds };
      },
    },
    measure: (measured) => createVenueMetrics(ledger, measured, heaps),
  });
  if (player !== null) follow(time, player, 'scenario', all.ledger);
  const url = await gateway.listen({ port, connectionsMax: connectionsMax(), from });
  exchange.open();
  return {
    branch,
    scenario,
    url,
    adminToken: gateway.adminToken,
    time,
    exchange,
    settlements: views.settlements,
    settled: () => ledger.settled(),
    get server() {
      return front?.server ?? null;
    },
    rewound: (to) => {
      if (front === null || to.server === null) throw new Error('a branch that does not listen has no clients');
      // What a fault holds, or waits for anything else, is not done on a branch that no one looks at any more.
      exchange.takeNoMore();
      front.feeds.rewound(to.branch);
      return handOver(front.server, to.server);
    },
    closeLedger: () => all.ledger.closeAll(),
    close: () => closeBoth(all),
    stillOpen: () => [...all.front.stillOpen(), ...all.ledger.stillOpen()],
  };
}

/** The orders that it held back when it ended, and what time it was then at least: how far it had come need not be noted. */
function openHeld(
  { folder, nowMs }: Pick<BranchOptions, 'folder' | 'nowMs'>,
  opened: Opened,
): { readonly held: HeldOrders; readonly nowMs: number } {
  const file = new HeldOrdersFile(folder);
  opened.add('held orders', async () => file.close());
  const held = new HeldOrders(file);
  return { held, nowMs: Math.max(nowMs, held.lastMs) };
}

/** Does what is due there until the branch is closed. */
function follow(time: VirtualTime, part: DuePart, name: string, opened: Opened): void {
  const unfollow = time.follow(part);
  opened.add(name, async () => unfollow());
}

/** What is shown otherwise than the ledger has it, while a rule says so. Before anyone who shows it. */
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
