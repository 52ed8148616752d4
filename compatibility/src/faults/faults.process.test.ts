/** Every preset of a sandbox affects an unmodified public client as the table in docs/reference/sandbox.md says. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRows } from '../table/files.ts';
import { CASES } from './cases.ts';
import { type FaultStage, openFaultStage } from './stage.ts';
import { DOCUMENT, MARKS, observe, rowOf } from './table.ts';

let stage: FaultStage;
beforeAll(async () => {
  stage = await openFaultStage();
});
afterAll(() => stage.venue.stop());

test('faults: every preset that a sandbox knows is felt by a client, and has its row', async () => {
  const presets = await stage.presets();
  expect(Object.keys(CASES)).toEqual(presets);
  expect(readRows(DOCUMENT, MARKS).map(([preset]) => preset)).toEqual(presets.map((preset) => `\`${preset}\``));
});

test.each(Object.keys(CASES))(
  'faults: %s is felt as docs/reference/sandbox.md says; npm run compatibility:faults writes it',
  async (preset) => {
    const row = rowOf(preset, await observe(stage, preset));
    expect(readRows(DOCUMENT, MARKS).find(([name]) => name === row[0])).toEqual(row);
  },
);
