/**
 * Ten million orders, of which a fixed number stays open: the engine must be as fast at the end as at the start and
 * never pause for cleanup. A pause is CPU time of this thread.
 */
import { setImmediate } from 'node:timers/promises';
import { type Command, createState } from '@bellwether/engine';
import { MAKERS, mixedOrders, openingCommands, TAKERS } from '../shared/history.ts';
import { execute, timed } from './contenders.ts';

export const PARTS = 10;
const MARKETS = 50;
/** Orders per timed step: reading the thread's CPU time around each order would cost more than the order. */
const STEP = 64;

export async function longRun(perPart: number, open: number) {
  const state = createState();
  for (const command of openingCommands(MARKETS, MAKERS + TAKERS)) execute(state, command);
  const next = mixedOrders(PARTS * perPart, open, MARKETS);
  const rates: number[] = [];
  let [longest, longestClock] = [0, 0];
  for (let part = 0; part < PARTS; part++) {
    let sum = 0;
    for (let done = 0; done < perPart; done += STEP) {
      const commands: Command[] = [];
      while (commands.length < Math.min(STEP, perPart - done)) commands.push(next(state) as Command);
      const [cpu, clock] = timed(() => {
        for (const command of commands) {
          execute(state, command);
          // Takes and drops sealed generations, as the exchange does.
          state.orderResults.takeSealed();
        }
      });
      sum += cpu;
      longest = Math.max(longest, cpu);
      longestClock = Math.max(longestClock, clock);
    }
    rates.push(perPart / (sum / 1_000));
    await setImmediate();
  }
  return {
    tenths: Object.fromEntries(rates.map((rate, tenth) => [`tenth ${tenth + 1}`, { 'orders/s': rate }])),
    lastOverSecond: (rates.at(-1) ?? 0) / (rates[1] ?? 1),
    longest,
    longestClock,
    memoryMiB: process.memoryUsage.rss() / 2 ** 20,
  };
}
