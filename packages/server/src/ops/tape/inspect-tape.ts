/** `bellwether tape FILE`: reads a whole tape, checks each line and prints a summary. */
import { TapeReader } from '../../tape/tape-reader.ts';
import { checkedLines } from './checked-tape.ts';

/** Prints a summary of a tape. Throws `TapeDamaged`, or the disk's error. */
export function inspectTape(path: string, print: (line: string) => void): void {
  const reader = new TapeReader(path);
  try {
    const counts = new Map<string, number>();
    const gaps: string[] = [];
    let [messages, firstMs, lastMs, isEnded] = [0, reader.header.time_ms, 0, false];
    for (const line of checkedLines(reader)) {
      isEnded = line.kind === 'end';
      if (line.kind === 'gap') {
        gaps.push(
          `  gap         ${iso(line.from_ms)} to ${iso(line.to_ms)}: ${line.why} ${line.market ?? ''}`.trimEnd(),
        );
      }
      if (line.kind !== 'message') continue;
      const { event_type } = line.message;
      counts.set(event_type, (counts.get(event_type) ?? 0) + 1);
      if (messages === 0) firstMs = line.time_ms;
      lastMs = Math.max(lastMs, line.time_ms);
      messages++;
    }
    const { source, markets } = reader.header;
    print(`${path} is whole: ${messages} messages of ${markets.length} markets, recorded from ${source}`);
    print(`  hash        ${reader.hash}`);
    print(`  time        ${iso(firstMs)} to ${iso(Math.max(firstMs, lastMs))}`);
    for (const { slug, condition_id } of markets) print(`  market      ${slug} ${condition_id}`);
    for (const [kind, count] of counts) print(`  ${kind.padEnd(18)} ${count}`);
    for (const gap of gaps) print(gap);
    if (reader.tornBytes > 0) print(`  torn        ${reader.tornBytes} bytes of a block that was never finished`);
    if (!isEnded) print('  end         none: it was not stopped in order, or is being recorded');
  } finally {
    reader.close();
  }
}

const iso = (timeMs: number): string => new Date(timeMs).toISOString();
