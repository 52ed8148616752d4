/** Every program and code block of the repository is run or checked by a test, or listed with a reason. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { TSchema } from 'typebox';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createSchemaCheck } from '../../packages/contract/src/schema-check.ts';
import { CommentFeedMessage } from '../../packages/contract/src/schemas/comment-feed.ts';
import {
  MarketFeedMessage,
  MarketSubscription,
  UserFeedMessage,
  UserOperation,
  UserSubscription,
} from '../../packages/contract/src/schemas/feed.ts';
import { LiveFeedMessage, LiveRequest } from '../../packages/contract/src/schemas/live-feed.ts';
import { readLimitsFile } from '../../packages/venue/src/config/limits-file.ts';
import { blocksOf, GUIDES, isWalked, REFERENCE, START } from './blocks.testing.ts';
import { BLOCKS, PROGRAMS } from './programs.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const files = (patterns: readonly string[]): string[] => globSync([...patterns], { cwd: ROOT }).sort();
const PAGES = files(['*.md', 'docs/**/*.md', 'deploy/*.md', 'packages/*/README.md']);
const blocks = (page: string, language: string): string[] =>
  blocksOf(read(page)).flatMap((block) => (block.language === language ? [block.text] : []));

test('programs: every file of examples, action and deploy is listed once, and every row is of a file', () => {
  const listed = PROGRAMS.map(({ what }) => files([what]));
  expect(PROGRAMS.filter((_, index) => listed[index]?.length === 0)).toEqual([]);
  const all = globSync('{examples,action,deploy}/**/*', { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:md|pyc|pem)$|^\./.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1));
  expect(listed.flat().sort()).toEqual(all.sort());
});

test('programs: every block that is not run in the order of its page is listed, and every row is of a block', () => {
  const walked = new Set(files([...START, ...GUIDES, ...REFERENCE]));
  const others = PAGES.flatMap((page) =>
    blocksOf(read(page))
      .filter((block) => !walked.has(page) || !isWalked(block))
      .map(({ language }) => `${page} ${language}`),
  );
  // `needs` says at the fence of a walked page why a block of it is left out.
  expect([...new Set(others)].sort()).toEqual(BLOCKS.map(({ what }) => what).sort());
});

test.each([...PROGRAMS, ...BLOCKS])(
  'programs: what runs or checks $what knows it',
  ({ what, by, as, because = '' }) => {
    const [path = ''] = what.split(' ');
    if (by === null) expect(because).not.toBe('');
    else expect(read(by)).toContain(as ?? basename(path));
  },
);

test('programs: nothing runs or installs a package of ours by a name that a registry would look up', () => {
  const texts = [...PAGES, ...files(['action/*', 'examples/**/*.{py,ts}'])].map(read).join('\n');
  const byName =
    /^.*(?:npm (?:i|install|add|exec)\b[^`\n]* (?:@bellwether\/\w+|bellwether)(?: |$|`)|bellwether@\$|npx.{0,9}--yes bellwether|"npx", *"args").*$/gm;
  expect(texts.match(byName)).toBeNull();
  expect('npm install --save-dev @bellwether/sandbox\n"command": "npx", "args": []'.match(byName)).toHaveLength(2);
  const calls = files(['action/*', 'examples/python/*']).flatMap((path) => read(path).match(/^.*["']npx.*$/gm) ?? []);
  expect(calls.filter((line) => !/npx --no |'--package', program/.test(line))).toEqual([]);
});

test('programs: the step of the documents gives the action inputs that it has, and reads outputs that it sets', () => {
  const action = parse(read('action/action.yml')) as {
    inputs: Record<string, object>;
    outputs: Record<string, object>;
  };
  const [text = ''] = blocks('docs/guides/bring-your-bot.md', 'yaml');
  const [step, use] = parse(text) as readonly { with?: Record<string, string>; env?: Record<string, string> }[];
  const inputs = Object.keys(step?.with ?? {});
  expect(inputs.filter((name) => action.inputs[name] === undefined)).toEqual([]);
  const required = Object.entries(action.inputs).flatMap(([name, input]) => ('required' in input ? [name] : []));
  expect(required.filter((name) => !inputs.includes(name))).toEqual([]);
  const outputs = JSON.stringify(use?.env).match(/(?<=outputs\.)[\w-]+/g) ?? [];
  expect(outputs).not.toEqual([]);
  expect(outputs.filter((name) => action.outputs[name] === undefined)).toEqual([]);
  const known = read('action/start.js').match(/(?<=INPUT_)[A-Z]+/g) ?? [];
  expect([...new Set(known)].map((name) => name.toLowerCase()).sort()).toEqual(Object.keys(action.inputs).sort());
});

test('programs: the caps of the page of limits are a file that a venue takes', () => {
  const [text = ''] = blocks('docs/reference/limits.md', 'json');
  expect(readLimitsFile(text).order).toHaveLength(2);
});

/** Schemas of single messages. */
const MESSAGES = [
  ...[MarketSubscription, UserSubscription, UserOperation, LiveRequest],
  ...[...MarketFeedMessage.anyOf, ...UserFeedMessage.anyOf, ...CommentFeedMessage.anyOf, ...LiveFeedMessage.anyOf],
] as readonly (TSchema & { readonly properties: object })[];
const PLACES: Readonly<Record<string, string>> = { '<token id>': '1', '<condition id>': `0x${'1'.repeat(64)}` };

test.each(blocks('docs/reference/feeds.md', 'json'))(
  'programs: block %# of the page of feeds has messages of the contract',
  (text) => {
    const messages = text.startsWith('{\n') ? [text] : text.trim().split('\n');
    for (const message of messages) {
      const value = JSON.parse(message.replaceAll(/<[a-z ]+>/g, (place) => PLACES[place] ?? place)) as object;
      const fits = MESSAGES.filter(
        (schema) =>
          createSchemaCheck(schema)(value) === null && Object.keys(value).every((name) => name in schema.properties),
      );
      expect([message, fits.length > 0]).toEqual([message, true]);
    }
  },
);
