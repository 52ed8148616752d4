/**
 * Many orders through the whole engine, of which a fixed number stays open: what the last of them cost against the first,
 * and the longest that any of them took. Sealed generations are taken, as the exchange does, and let go of.
 */
import { performance } from 'node:perf_hooks';
import { applyEntry, type Command, createState, decide, type State } from '@bellwether/engine';
import { MAKERS, mixedOrders, TAKERS } from '../recovery/workload.ts';
import { openingCommands } from '../shared/history.ts';

const START_MS = 1_700_000_000_000;
const MARKETS = 50;

export interface LongRun {
  /** Orders a second of each part, in order. */
  readonly rates: readonly number[];
  readonly longestMs: number;
  readonly openAtEnd: number;
}

/** `parts` parts of `perPart` orders each; about `open` rest at the end. Making the commands is not timed. */
export function longRun(parts: number, perPart: number, open: number): LongRun {
  const state = createState();
  for (const command of openingCommands(MARKETS, MAKERS + TAKERS)) execute(state, command);
  const next = mixedOrders(parts * perPart, open, MARKETS);
  const rates: number[] = [];
  let longestMs = 0;
  for (let part = 0; part < parts; part++) {
    let milliseconds = 0;
    for (let order = 0; order < perPart; order++) {
      const command = next(state);
      if (command === null) throw new Error('there are fewer orders than asked for');
      const start = performance.now();
      execute(state, command);
      const took = performance.now() - start;
      milliseconds += took;
      longestMs = Math.max(longestMs, took);
    }
    rates.push(perPart / (milliseconds / 1000));
  }
  return { rates, longestMs, openAtEnd: state.openOrders.size };
}

function execute(state: State, command: Command): void {
  const sequence = state.sequence + 1;
  const timeMs = START_MS + sequence;
  const decision = decide(state, command, { sequence, timeMs });
  if (decision.kind !== 'accepted') throw new Error(`the engine answered ${JSON.stringify(decision)}`);
  applyEntry(state, { sequence, timeMs, command, events: decision.events });
  state.orderResults.takeSealed();
}
