/**
 * `npm run boundaries`: checks every source file against scripts/boundaries/table.ts and prints violations. Biome's import
 * patterns do not resolve paths, cannot state an allow-list and miss circles.
 */
import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { checkBoundaries } from './boundaries/check.ts';

const ROOT = join(import.meta.dirname, '..');
const PATTERNS = [
  'package.json',
  '{packages/*,demo,bench,cluster,sim,compatibility,conformance}/package.json',
  'packages/*/src/**/*.{ts,tsx}',
  'packages/web/browser/**/*.ts',
  '{demo,bench,cluster,sim,compatibility,conformance,examples}/**/*.ts',
];

const paths = globSync(PATTERNS, { cwd: ROOT, exclude: (path) => path.includes('node_modules') });
const files = new Map(paths.map((path) => [path.split(sep).join('/'), readFileSync(join(ROOT, path), 'utf8')]));
const diagnostics = checkBoundaries(files);
for (const { path, line, rule, message } of diagnostics) {
  process.stdout.write(`${path}:${line} [${rule}] ${message}\n`);
}
process.stdout.write(`boundaries: ${files.size} files, ${diagnostics.length} errors\n`);
process.exitCode = diagnostics.length === 0 ? 0 : 1;
