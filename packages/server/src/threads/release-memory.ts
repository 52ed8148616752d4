/**
 * Returns memory used by a start: snapshots, entries and intermediate objects are garbage once the state exists, and an
 * idle thread would keep them for hours. Call it at a moment when nothing is waiting.
 *
 * The command starts Node with a callable garbage collector (`bin/bellwether.js`); elsewhere this does nothing.
 */
export function releaseMemory(): void {
  // An ordinary collection keeps a third of the heap as spare room, and leaves buffers to the next one.
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
