/**
 * `npm run compatibility:faults`: runs public clients against every preset of a sandbox and writes the results into the
 * document.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { openFaultStage } from './stage.ts';
import { DOCUMENT, observe, rowOf, withRows } from './table.ts';

const stage = await openFaultStage();
try {
  const rows: (readonly string[])[] = [];
  for (const preset of await stage.presets()) {
    const row = rowOf(preset, await observe(stage, preset));
    process.stdout.write(`${row.join(' | ')}\n`);
    rows.push(row);
  }
  writeFileSync(DOCUMENT, withRows(readFileSync(DOCUMENT, 'utf8'), rows));
} finally {
  await stage.venue.stop();
}
