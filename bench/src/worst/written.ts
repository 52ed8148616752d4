/** Puts what a run has found into docs/COSTS.md, in place of what an earlier one found. */
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = new URL('../../../docs/COSTS.md', import.meta.url);

/** `name` is that of the marks around the section. Throws when they are not there. */
export function writeSection(name: 'table' | 'beside', lines: readonly string[]): void {
  const text = readFileSync(FILE, 'utf8');
  const [begin, end] = [`<!-- bench:worst ${name} -->`, `<!-- /bench:worst ${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/COSTS.md has no section between ${begin} and ${end}`);
  const section = ['```', ...lines, '```'].join('\n');
  writeFileSync(FILE, `${text.slice(0, from)}${begin}\n\n${section}\n\n${text.slice(to)}`);
}
