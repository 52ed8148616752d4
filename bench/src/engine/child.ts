/** One run in a process of its own: an earlier one would leave its heap and its compiled code. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { answerParent, childOptions } from '../shared/child.ts';
import { type Run, startEngine, startPeer, timed } from './contenders.ts';
import { longRun } from './long.ts';
import { messageRun } from './messages.ts';
import { createStream, type Stream } from './stream.ts';

/** Inputs are created in portions, so that they are as fresh as real requests and do not fill the heap. */
const PORTION = 1_000;

/** Runs the garbage collector, so that one contender does not pay for another's garbage. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
}

function figuresOf(run: Run, { operations }: Stream) {
  let [cpu, clock] = [0, 0];
  collectGarbage();
  for (let from = 0; from < operations.length; from += PORTION) {
    run.prepare(operations.slice(from, from + PORTION));
    const took = timed(() => run.perform());
    cpu += took[0];
    clock += took[1];
  }
  return { 'CPU ns/op': (1e6 * cpu) / operations.length, 'ops/s by the clock': (1e3 * operations.length) / clock };
}

/** Throws if the contenders disagree about the matches. */
function compared(length: number, depth: number) {
  const stream = createStream(length, depth);
  const round = () => {
    const [engine, peer] = [startEngine(stream), startPeer(stream)];
    const found = { 'whole engine': figuresOf(engine, stream), 'nodejs-order-book': figuresOf(peer, stream) };
    const [ours, theirs] = [engine.outcome(), peer.outcome()];
    if (ours.volume !== theirs.volume || ours.books.join('\n') !== theirs.books.join('\n'))
      throw new Error(`the engine matched ${ours.volume}, its peer ${theirs.volume}, or their books differ`);
    return found;
  };
  round();
  return round();
}

const RUNS = { compared, longRun, messageRun };
export type Runs = typeof RUNS;

const { name, words } = childOptions<{ name: keyof Runs; words: readonly [number, number] }>();
answerParent(() => RUNS[name](...words));
