/** Memory of each thread of a venue, as its metrics say. */
import { count } from './report.ts';
import type { VenueProcess } from './venue-process.ts';

const FIGURE = /^bellwether_thread_memory_bytes\{thread="([^"]+)",kind="(used|total|buffers)"\} (\S+)$/gm;
const MIB = 2 ** 20;

export const THREAD_HEAP_HEADER = ['thread, MiB', 'heap used', 'heap', 'buffers'] as const;

/** A row for each thread. */
export async function threadHeapRows(venue: VenueProcess): Promise<string[][]> {
  const text = await (await fetch(`${venue.url}/metrics`)).text();
  const threads = new Map<string, Map<string, number>>();
  for (const [, thread = '', kind = '', bytes] of text.matchAll(FIGURE)) {
    const figures = threads.get(thread) ?? new Map<string, number>();
    threads.set(thread, figures.set(kind, Number(bytes)));
  }
  const mib = (bytes: number | undefined): string => count((bytes ?? 0) / MIB);
  return [...threads].map(([thread, of]) => [
    thread,
    mib(of.get('used')),
    mib(of.get('total')),
    mib(of.get('buffers')),
  ]);
}
