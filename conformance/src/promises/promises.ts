/** Every promise of the venue: the rules of the conformance run, and all others from `promises.txt`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_CHECKS } from '../all-checks.ts';
import type { Check } from '../check.ts';
import type { Need } from '../stage.ts';

export interface VenuePromise {
  /** A letter and a number. An id never changes its meaning and is never reused. */
  readonly id: string;
  readonly text: string;
  /** The promise's limit; empty without one. */
  readonly limit: string;
  /** True for a rule of the conformance run, which prints it. */
  readonly isRule: boolean;
  /** The command that measures the promise, in place of a test; empty for all others. */
  readonly measuredBy: string;
}

export interface Chapter {
  readonly title: string;
  /** Promises in numerical order. */
  readonly promises: readonly VenuePromise[];
}

const LIMITS: Readonly<Record<Need, string>> = {
  wallet: 'needs a wallet with money',
  admin: 'needs the admin token',
  exclusive: "needs a venue of the run's own",
};

function promiseOfRule({ rule, needs, limit }: Check): VenuePromise {
  const [, text = '', id = ''] = /^(.+) \[([A-Z]\d+)\]$/.exec(rule) ?? [];
  if (id === '') throw new Error(`rule without an id in brackets at its end: ${rule}`);
  return { id, text, limit: limit ?? (needs === undefined ? '' : LIMITS[needs]), isRule: true, measuredBy: '' };
}

function promiseOfLine(line: string): VenuePromise {
  const [promise = '', limit = '', measuredBy = ''] = line.split(' | ');
  const [, id = '', text = ''] = /^([A-Z]\d+) (.+)$/.exec(promise) ?? [];
  if (id === '') throw new Error(`promises.txt: line without an id: ${line}`);
  return { id, text, limit, isRule: false, measuredBy };
}

const numberOf = ({ id }: VenuePromise): number => Number(id.slice(1));

/** Chapters of `text`, which names them all, with the rules of the run added. */
function chaptersOf(text: string, checks: readonly Check[]): readonly Chapter[] {
  const chapters = text.split(/^## /m).slice(1);
  return chapters.map((chapter) => {
    const [title = '', ...lines] = chapter.trim().split('\n');
    const rules = checks.filter(({ section }) => title === `Interface: ${section}`);
    const promises = [...rules.map(promiseOfRule), ...lines.map(promiseOfLine)];
    return { title, promises: promises.sort((one, other) => numberOf(one) - numberOf(other)) };
  });
}

export const readChapters = (): readonly Chapter[] =>
  chaptersOf(readFileSync(join(import.meta.dirname, 'promises.txt'), 'utf8'), ALL_CHECKS);
