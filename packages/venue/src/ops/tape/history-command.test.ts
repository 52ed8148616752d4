/** What `tape from` prints, and the answers of a venue that describe its markets. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import { expect, test } from 'vitest';
import { csvText, linesOf, planOf } from '../../tape/history/testing/history-files.ts';
import { runHistory } from './history-command.ts';

const ID = `0x${'ab'.repeat(32)}`;
const ANSWER = {
  condition_id: ID,
  market_slug: 'rain',
  question: 'Will it rain?',
  minimum_tick_size: 0.01,
  tokens: [
    { token_id: '11', outcome: 'Yes' },
    { token_id: '22', outcome: 'No' },
  ],
};
const COLUMNS = { time: 't', market: 'm', side: 'x', price: 'p', size: 's' };
const CSV = csvText(Object.values(COLUMNS), [
  ['2026-01-01', ID, 'buy', '0.5', '1'],
  ['2026-01-02', 'other', 'buy', '0.5', '1'],
  ['2026-01-03', ID, 'none', '0.5', '1'],
]);

async function run(markets: string): Promise<string[]> {
  const folder = newFolder();
  const [rows, facts, out] = ['rows.csv', 'markets.json', 'made.tape'].map((name) => join(folder, name));
  if (rows === undefined || facts === undefined || out === undefined) return [];
  writeFileSync(rows, CSV);
  writeFileSync(facts, markets);
  const lines: string[] = [];
  const values = { markets: facts, only: [], out, strict: false };
  await runHistory([rows], planOf(COLUMNS), values, (line) => lines.push(line));
  expect(linesOf(out)).toMatchObject([{ message: { market: ID, asset_id: '11' } }, { kind: 'end' }]);
  return lines;
}

test.each([JSON.stringify(ANSWER), JSON.stringify([ANSWER])])(
  'history command: %s describes the market',
  async (json) =>
    expect(await run(json)).toEqual([
      expect.stringMatching(/made\.tape: messages 1, markets 1, hash [0-9a-f]{64}$/),
      '  time        2026-01-01T00:00:00.000Z to 2026-01-01T00:00:00.000Z',
      '  rows        3 read, 1 kept as trades, 1 lost, 1 of other markets',
      '  lost        no side: 1 (row 4)',
      '  gaps        0',
    ]),
);

test.each([
  ['{', /^--markets: \S+markets\.json cannot be read: .*JSON/],
  [JSON.stringify([ANSWER, { condition_id: ID }]), /item 2 describes no market of two tokens$/],
])('history command: %s is refused as a description', async (json, problem) => {
  await expect(run(json)).rejects.toThrow(problem);
});
