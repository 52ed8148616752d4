/**
 * Journals that older versions wrote: this one leads to the same state with them, answers the same, verifies and exports
 * them. `testing/record.ts` makes a recording of the version that it belongs to.
 */
import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { branchOf, factsOf, read, recordingsIn, recover, unpack } from './testing/recordings.ts';
import { verifyDataFolder } from './verify.ts';

describe.each(recordingsIn())('recordings: $name', (recorded) => {
  const { reads, ...facts } = factsOf(recorded);
  let dataDir: string;
  beforeEach(() => {
    dataDir = unpack(recorded);
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  test('it is recovered to the same state and exported to the same bytes', async () => {
    expect(await recover(dataDir)).toEqual(facts);
  });

  test('it verifies: every command is decided again as it was', async () => {
    const lines: string[] = [];
    await verifyDataFolder(branchOf(dataDir), (line) => lines.push(line));
    expect(lines.join('\n')).toContain(`${facts.entries} entries, hash chain whole up to ${facts.head}`);
    expect(lines.at(-1)).toBe('everything holds');
  });

  // The journal of a venue is no sandbox's: its file has no reads, and a process test starts a venue with it.
  const ofSandbox = Object.keys(reads).length > 0 ? ['sandbox'] : [];
  test.each(ofSandbox)('a %s that starts with it gives the same answers', async () => {
    expect(await read(dataDir, () => Promise.resolve(Object.keys(reads)))).toEqual(reads);
    const lines: string[] = [];
    await verifyDataFolder(branchOf(dataDir), (line) => lines.push(line));
    expect(lines.at(-1)).toBe('everything holds');
  });
});
