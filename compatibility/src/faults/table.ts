/**
 * The table of presets and their effects on public clients: written from observations, and read back from the document
 * that shows it.
 */
import { join } from 'node:path';
import { readVersions } from '../table/files.ts';
import { markdownTable, withBetweenMarks } from '../table/render.ts';
import { CASES, type Seen } from './cases.ts';
import type { FaultStage } from './stage.ts';

export const DOCUMENT = join(import.meta.dirname, '../../../docs/reference/sandbox.md');

export const MARKS: [string, string] = [
  '<!-- Written by `npm run compatibility:faults`, which runs the clients; changes belong into compatibility/src/faults. -->',
  '<!-- End of what `npm run compatibility:faults` writes. -->',
];
const HEAD = ['preset', 'client', 'what its user is told', 'what was so'];

/** Arms a preset, observes its effect on a client, and restores the venue. */
export async function observe(stage: FaultStage, preset: string): Promise<Seen> {
  const feel = CASES[preset];
  if (feel === undefined) throw new Error(`no client feels ${preset}`);
  try {
    return await feel(stage);
  } finally {
    await stage.disarm();
    for (const { client } of [stage.alice, stage.bob]) await client.cancelAll();
  }
}

export function rowOf(preset: string, { client, saw, truth }: Seen): readonly string[] {
  return [`\`${preset}\``, `\`${client}\` ${readVersions()[client]}`, saw, truth];
}

export const withRows = (document: string, rows: readonly (readonly string[])[]): string =>
  withBetweenMarks(document, markdownTable([HEAD, ...rows]).join('\n'), MARKS);
