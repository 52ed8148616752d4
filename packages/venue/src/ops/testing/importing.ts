/** An importing venue for tests, with recorded payloads and custom files. Call `useImporting` once per test file. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import { type CatalogVenue, createCatalogVenue } from '@bellwether/read-model/catalog/project/catalog-venue.testing.ts';
import { afterEach, beforeEach } from 'vitest';
import { describeImport, type FileImport, importFiles } from '../import.ts';

export const fixture = (name: string): string => new URL(`../fixtures/${name}.json`, import.meta.url).pathname;

export const FIXTURES = ['gamma_event', 'gamma_market', 'gamma_tags', 'clob_markets_page'].map(fixture);

export type RecordedMarket = { id: string; conditionId: string; slug: string; clobTokenIds: string; outcomes: string };
type Named = { id: string; slug: string };
export type RecordedEvent = Named & { markets: RecordedMarket[]; tags: Named[] };
export type ListedMarket = {
  condition_id: string;
  market_slug: string;
  closed: boolean;
  tokens: { token_id: string; outcome: string; winner: boolean; price: number }[];
};

export function useImporting() {
  let venue: CatalogVenue;
  let folder: string;
  beforeEach(() => {
    venue = createCatalogVenue();
    folder = newFolder();
  });
  afterEach(() => venue.close());
  const imported = (files: readonly string[], hasVersions: boolean): Promise<readonly FileImport[]> =>
    importFiles(files, { submit: (command) => venue.submit(command), nowMs: venue.nowMs, hasVersions });
  const run = (...files: string[]): Promise<readonly FileImport[]> => imported(files, true);
  return {
    get venue() {
      return venue;
    },
    get folder() {
      return folder;
    },
    run,
    async restart(): Promise<void> {
      await venue.close();
      venue = createCatalogVenue();
    },
    /** Imports this content; resolves to the printed text. */
    async importing(content: unknown, hasVersions = true): Promise<string> {
      const file = join(folder, 'records.json');
      await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
      const [result] = await imported([file], hasVersions);
      return result === undefined ? '' : describeImport(result);
    },
  };
}

export const recorded = async <T>(name: string): Promise<T> => JSON.parse(await readFile(fixture(name), 'utf8')) as T;

export const linesOf = (text: string): string[] => text.split('\n').map((line) => line.trim());

const isUnkept = (line: string): boolean => line.startsWith('not kept of ');

/** The same without the first line, which has the counts, and without the fields that are not kept. */
export const notesOf = (text: string): string[] =>
  linesOf(text)
    .slice(1)
    .filter((line) => !isUnkept(line));

/** Names of fields that are not kept, each with its place and how often: `markets.tokens price 2`. */
export const unkeptOf = (text: string): string[] =>
  linesOf(text)
    .filter(isUnkept)
    .flatMap((line) => {
      const [, place, all = ''] = /^not kept of (\S+): (.*)$/.exec(line) ?? [];
      return all.split('; ').flatMap((some) => {
        const [, names = '', count] = /^(.*) \((\d+) records?\)$/.exec(some) ?? [];
        return names.split(', ').map((name) => `${place} ${name} ${count}`);
      });
    });
