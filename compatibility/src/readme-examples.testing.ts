/** Examples from the clients' own READMEs, read from the installed packages; no copies are kept here. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientName } from './table/clients.ts';

const PACKAGES = join(import.meta.dirname, '..', 'node_modules');

/** A part of an example and its replacement: a host, a chain, a key, or an id that the reader fills in. */
export type Change = readonly [from: string, to: string];

/**
 * The TypeScript or JavaScript example with that number, from 0, in the client's README, with `changes` made. Throws if
 * a change finds nothing.
 */
export function exampleOf(client: ClientName, number: number, changes: readonly Change[]): string {
  const readme = readFileSync(join(PACKAGES, client, 'README.md'), 'utf8');
  const example = [...readme.matchAll(/^```(?:ts|typescript|JavaScript)\n([\s\S]*?)^```/gm)][number]?.[1];
  if (example === undefined) throw new Error(`the README of ${client} has no example ${number}`);
  return changes.reduce((code, [from, to]) => {
    if (!code.includes(from)) throw new Error(`example ${number} of ${client} has no ${from}:\n${code}`);
    return code.replaceAll(from, to);
  }, example);
}

/** The parts of an example that begin with the lines with `marks`, after the part before the first of them. */
export function partsOf(example: string, marks: readonly string[]): string[] {
  const lines = example.split('\n');
  const starts = marks.map((mark) => {
    const at = lines.findIndex((line) => line.includes(mark));
    if (at < 0) throw new Error(`the example has no line with ${mark}:\n${example}`);
    return at;
  });
  return [0, ...starts].map((start, index) => lines.slice(start, starts[index]).join('\n'));
}
