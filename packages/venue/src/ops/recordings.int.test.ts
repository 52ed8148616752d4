/** Journals of older versions: same state, same answers, verified, exported. `testing/record.ts` makes new ones. */
import { rmSync } from 'node:fs';
import { inPublicWords } from '@bellwether/read-model/read.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { branchOf, factsOf, read, recordingsIn, recover, unpack } from './testing/recordings.ts';
import { verified } from './testing/verified.ts';

describe.each(recordingsIn())('recordings: $name', (recorded) => {
  const { reads, ...facts } = factsOf(recorded);
  let dataDir: string;
  beforeEach(() => {
    dataDir = unpack(recorded);
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  test('it is recovered to the same state and exported to the same bytes', async () =>
    expect(await recover(dataDir)).toEqual(facts));

  test('it verifies: every command is decided again as it was', async () => {
    const text = await verified(branchOf(dataDir));
    expect(text).toContain(`${facts.entries} entries, hash chain whole up to ${facts.head}`);
  });

  // A venue's journal cannot run in a sandbox, so its recording has no reads. A process test starts a venue instead.
  const ofSandbox = Object.keys(reads).length > 0 ? ['sandbox'] : [];
  test.each(ofSandbox)('a %s that starts with it gives the same answers', async () => {
    // Answers may have gained fields since, and the recorded profile, `polymarket`, null for unknown dates and numbers
    // for open interest.
    const expected = JSON.parse(inPublicWords(JSON.stringify(reads)));
    for (const path of Object.keys(expected).filter((each) => each.startsWith('/oi')))
      for (const row of expected[path]) row.value = Number(row.value);
    expect(await read(dataDir, () => Promise.resolve(Object.keys(reads)))).toMatchObject(expected);
    await verified(branchOf(dataDir));
  });
});
