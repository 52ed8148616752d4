/** The results of a hunt in words: lines for a terminal, a table for docs/RELIABILITY.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Hunted } from './hunt.ts';
import { AREAS } from './table.ts';

const DOCUMENT = new URL('../../../docs/RELIABILITY.md', import.meta.url);
const BEGIN = '<!-- seeded bugs: written by npm run sim -- --mutants --write -->';
const END = '<!-- end of the seeded bugs -->';

export const isFound = ({ outcome }: Hunted): boolean => outcome.kind === 'found';

/** One line. */
export function huntedLine({ mutant, seconds, outcome }: Hunted): string {
  const name = mutant.name.padEnd(36);
  const time = `${seconds.toFixed(1)} s CPU`;
  switch (outcome.kind) {
    case 'found':
      return `found      ${name} ${count(outcome.seeds, 'seed')}, ${time}: ${outcome.rule}: ${shortened(outcome.message)}`;
    case 'not_found':
      return `NOT FOUND  ${name} ${count(outcome.seeds, 'seed')}, ${time}: ${mutant.breaks}`;
    case 'not_loaded':
      return `NOT LOADED ${name} no seed runs ${mutant.file}`;
    case 'spoiled':
      return `SPOILED    ${name} the changed source does not run: ${shortened(outcome.message)}`;
  }
}

/** How many were found, and how quickly. */
export function summary(all: readonly Hunted[]): string {
  const seeds = all
    .flatMap(({ outcome }) => (outcome.kind === 'found' ? [outcome.seeds] : []))
    .toSorted((a, b) => a - b);
  const middle = seeds[Math.floor((seeds.length - 1) / 2)] ?? 0;
  return (
    `${seeds.length} of ${count(all.length, 'seeded bug')} found` +
    (seeds.length === 0 ? '' : `, half of them within ${count(middle, 'seed')}, the last after ${seeds.at(-1)}`)
  );
}

/** The section between its markers, one table for each area. */
export function section(all: readonly Hunted[], budget: number): string {
  const byName = new Map(all.map((hunted) => [hunted.mutant.name, hunted]));
  const tables = AREAS.map(({ title, mutants }) => {
    const rows = mutants.map(({ name, breaks }) => {
      const hunted = byName.get(name);
      const cells = hunted === undefined ? ['–', '–', '–'] : resultCells(hunted);
      return [`\`${name}\``, breaks, ...cells];
    });
    return [`### ${title}`, '', ...tableOf(rows)].join('\n');
  });
  return [`${summary(all)}. Each had ${budget} seeds.`, ...tables].join('\n\n');
}

/** Replaces the section of the document. Throws when it has no markers. */
export function writeSection(text: string): void {
  const document = readFileSync(DOCUMENT, 'utf8');
  const from = document.indexOf(BEGIN);
  const to = document.indexOf(END);
  if (from < 0 || to < from) throw new Error(`docs/RELIABILITY.md must have the markers ${BEGIN} and ${END}`);
  writeFileSync(DOCUMENT, `${document.slice(0, from + BEGIN.length)}\n\n${text}\n\n${document.slice(to)}`);
}

function resultCells({ seconds, outcome }: Hunted): string[] {
  if (outcome.kind === 'found') return [inTable(outcome.rule), String(outcome.seeds), seconds.toFixed(1)];
  return ['**not found**', outcome.kind === 'not_found' ? String(outcome.seeds) : '–', seconds.toFixed(1)];
}

const HEADS = ['bug', 'what it breaks', 'found by', 'seeds', 'CPU s'];
/** Of numbers, which stand at the right. */
const FIRST_NUMBER = 3;

/** Padded as the repository's formatter does it, so that what is written passes its check. */
function tableOf(rows: readonly (readonly string[])[]): string[] {
  const widths = HEADS.map((_, column) => Math.max(...[HEADS, ...rows].map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const padded = (cells: readonly string[]): string =>
    line(
      cells.map((cell, column) => {
        const width = widths[column] ?? 0;
        return column < FIRST_NUMBER ? cell.padEnd(width) : cell.padStart(width);
      }),
    );
  const rules = widths.map((width, column) =>
    column < FIRST_NUMBER ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [padded(HEADS), line(rules), ...rows.map(padded)];
}

const inTable = (text: string): string => text.replaceAll('|', '/').replaceAll('\n', ' ');
const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;
const shortened = (text: string): string => text.split('\n', 1).join('').slice(0, 160);
