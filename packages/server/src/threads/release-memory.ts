/**
 * Gives back what a start has used: snapshots, entries and the objects that were made on the way are garbage once the
 * state is there, and a thread that then rests would keep them for hours. For a moment in which no one waits.
 *
 * The command starts Node so that there is something to call (`bin/bellwether.js`); elsewhere it does nothing.
 */
export function releaseMemory(): void {
  // An ordinary collection leaves a third of the heap behind as room for more, and buffers for the next one to give back.
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
