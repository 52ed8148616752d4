/**
 * Many orders through the whole engine, of which a fixed number stays open: what the last of them cost against the first,
 * and the longest pause. Sealed generations are taken, as the exchange does, and let go of.
 *
 * A pause of ours is CPU time of this thread: its own work, and the part of the garbage collector that it waits for. By the
 * clock the same steps also wait for whatever else runs on the machine, which is shown beside it.
 */
import { PerformanceObserver, performance } from 'node:perf_hooks';
import { threadCpuUsage } from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { applyEntry, assertAfter, type Command, createState, decide, type State } from '@bellwether/engine';
import { MAKERS, mixedOrders, TAKERS } from '../recovery/workload.ts';
import { openingCommands } from '../shared/history.ts';

const START_MS = 1_700_000_000_000;
const MARKETS = 50;
/** Orders of a step, which is what is timed: reading the thread's CPU time around each order would cost more than it. */
const STEP = 64;

export interface LongRun {
  /** Orders a second of each part, in order: of the thread's CPU time, and by the clock. */
  readonly rates: readonly number[];
  readonly clockRates: readonly number[];
  /** The step that took longest, in CPU time of the thread and by the clock: STEP orders, so no order took longer. */
  readonly longestMs: number;
  readonly longestByClockMs: number;
  /** What the garbage collector reports of itself, by the clock. */
  readonly collections: { readonly count: number; readonly longestMs: number; readonly totalMs: number };
  readonly openAtEnd: number;
}

/** `parts` parts of `perPart` orders each; about `open` rest at the end. Making the commands is not timed. */
export async function longRun(parts: number, perPart: number, open: number): Promise<LongRun> {
  const state = createState();
  for (const command of openingCommands(MARKETS, MAKERS + TAKERS)) execute(state, command);
  const next = mixedOrders(parts * perPart, open, MARKETS);
  const collections = new Collections();
  const rates: number[] = [];
  const clockRates: number[] = [];
  const longest = { cpu: 0, clock: 0 };
  for (let part = 0; part < parts; part++) {
    const sum = { cpu: 0, clock: 0 };
    for (let done = 0; done < perPart; done += STEP) {
      const took = timeStep(state, nextCommands(next, state, Math.min(STEP, perPart - done)));
      sum.cpu += took.cpu;
      sum.clock += took.clock;
      longest.cpu = Math.max(longest.cpu, took.cpu);
      longest.clock = Math.max(longest.clock, took.clock);
    }
    rates.push(perPart / (sum.cpu / 1000));
    clockRates.push(perPart / (sum.clock / 1000));
    // What the collector has noted is told between two turns of the event loop.
    await setImmediate();
  }
  return {
    rates,
    clockRates,
    longestMs: longest.cpu,
    longestByClockMs: longest.clock,
    collections: await collections.end(),
    openAtEnd: state.openOrders.size,
  };
}

function nextCommands(next: ReturnType<typeof mixedOrders>, state: State, count: number): Command[] {
  const commands: Command[] = [];
  while (commands.length < count) {
    const command = next(state);
    if (command === null) throw new Error('there are fewer orders than asked for');
    commands.push(command);
  }
  return commands;
}

/** Milliseconds. */
function timeStep(state: State, commands: readonly Command[]): { readonly cpu: number; readonly clock: number } {
  const before = threadCpuUsage();
  const start = performance.now();
  for (const command of commands) execute(state, command);
  const clock = performance.now() - start;
  const { user, system } = threadCpuUsage(before);
  return { cpu: (user + system) / 1000, clock };
}

function execute(state: State, command: Command): void {
  const sequence = state.sequence + 1;
  const timeMs = START_MS + sequence;
  const decision = decide(state, command, { sequence, timeMs });
  if (decision.kind !== 'accepted') throw new Error(`the engine answered ${JSON.stringify(decision)}`);
  applyEntry(state, { sequence, timeMs, command, events: decision.events });
  assertAfter(state, decision.events);
  state.orderResults.takeSealed();
}

/** Counts collections of garbage from its making on. */
class Collections {
  #count = 0;
  #longestMs = 0;
  #totalMs = 0;
  readonly #observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      this.#count++;
      this.#longestMs = Math.max(this.#longestMs, duration);
      this.#totalMs += duration;
    }
  });

  constructor() {
    this.#observer.observe({ entryTypes: ['gc'] });
  }

  async end(): Promise<LongRun['collections']> {
    await setImmediate();
    await setImmediate();
    this.#observer.disconnect();
    return { count: this.#count, longestMs: this.#longestMs, totalMs: this.#totalMs };
  }
}
