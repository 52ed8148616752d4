/** Files of incidents: what is refused is named by file, incident, field and rule. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allIncidents, EXAM_HELP, incidentsText } from './arguments.ts';
import { INCIDENTS } from './incidents.ts';
import { readIncidents } from './read-incidents.ts';
import { KINDS } from './steps.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bellwether-incidents-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
/** A file of its own for each text: a module is loaded once. */
function fileOf(text: string, extension = 'jsonc'): string {
  files += 1;
  const file = join(folder, `own-${files}.${extension}`);
  writeFileSync(file, text);
  return file;
}

const OWN = { name: 'own', about: 'Mine.', steps: [{ kind: 'start' }] };
const of = (changes: object): string => JSON.stringify({ ...OWN, ...changes });
const steps = (...kinds: object[]): string => of({ steps: kinds });
const START = { kind: 'start' };

test('incidents: those of files come after those of the exam, whether one or a list', async () => {
  const list = fileOf(`// mine\n[${of({})}, ${of({ name: 'other' })}]`);
  const module = fileOf(`export default { name: 'm', about: 'By a module.', play: async () => {} };`, 'mjs');
  const all = await allIncidents([list, module, fileOf(of({ name: 'single' }), 'json')]);
  if (typeof all === 'string') expect.unreachable(all);
  const names = [...INCIDENTS.map(({ name }) => name), 'own', 'other', 'm', 'single'];
  expect(all.map(({ name }) => name)).toEqual(names);
  expect(incidentsText(all)).toContain('\nm  ');
});

test('incidents: the example of bring-your-bot.md can be played', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/guides/bring-your-bot.md'), 'utf8');
  const [, example = ''] = /```jsonc\n(.*?)```/s.exec(page) ?? [];
  expect(await readIncidents(fileOf(example))).toMatchObject([{ name: 'slow-cancels' }]);
  expect(KINDS.filter((kind) => !new RegExp(`^ {2}(?:\\w+, )?${kind}\\b`, 'm').test(EXAM_HELP))).toEqual([]);
});

test.each([
  ['no file', '', '', 'there is no such file'],
  ['no JSON', '{', 'jsonc', 'it is not JSON with comments: '],
  ['an empty file', '', 'jsonc', 'it is not JSON with comments: '],
  ['an empty list', '[]', 'jsonc', 'the list has no incident'],
  ['a number', '[1]', 'jsonc', 'incident 1: it must be object'],
  ['null', 'null', 'jsonc', 'incident 1: it must be object'],
  ['no name', '{ "about": "x", "steps": [] }', 'jsonc', 'incident 1: name is required'],
  [
    'a wrong name',
    of({ name: 'Own one' }),
    'jsonc',
    'incident Own one: name is malformed: expected 1 to 60 small letters',
  ],
  ['no steps', of({ steps: [] }), 'jsonc', 'incident own: steps must not have fewer than 1 items'],
  ['a misspelt field', of({ abuot: 'x' }), 'jsonc', 'incident own: unknown field "abuot"'],
  [
    'an unknown step',
    steps(START, { kind: 'fly' }),
    'jsonc',
    'incident own: steps[1].kind must be one of start, rest,',
  ],
  ['a step as text', of({ steps: ['start'] }), 'jsonc', 'incident own: steps[0] must be object'],
  ['a wrong part', steps(START, { kind: 'fill', part: 'third' }), 'jsonc', 'steps[1].part must be one of all, half'],
  ['an unknown field', steps({ ...START, nte: 'x' }), 'jsonc', 'unknown field "steps[0].nte"'],
  [
    'a wrong amount',
    steps({ kind: 'deposit', amount: '-1' }),
    'jsonc',
    'steps[0].amount is malformed: expected a decimal',
  ],
  [
    'a wrong time',
    steps({ kind: 'advance', by: 'soon' }),
    'jsonc',
    'steps[0].by is malformed: expected a whole number',
  ],
  ['a wait of nothing', steps({ kind: 'wait', ms: 0 }), 'jsonc', 'steps[0].ms must be from 1 to 600000'],
  [
    'a wrong fault',
    steps({ kind: 'fault', rule: { do: { kind: 'drop', when: 'soon' } } }),
    'jsonc',
    'steps[0].rule.do.when must be one of before, after',
  ],
  ['no start', steps({ kind: 'move' }), 'jsonc', 'incident own: steps: the bot is never started: start is missing'],
  ['a fill first', steps({ kind: 'fill', part: 'all' }), 'jsonc', 'steps[0]: fill needs start before it'],
  ['a hit of nothing', steps(START, { kind: 'hit', what: 'x' }), 'jsonc', 'steps[1]: hit needs fault or cutOff or'],
  ['no rewind', steps(START, { kind: 'rewind' }), 'jsonc', 'steps[1]: rewind needs rest or fill before it'],
  [
    'a rest that nobody had',
    steps(START, { kind: 'fill', part: 'all', order: 'rested' }),
    'jsonc',
    'steps[1]: fill needs rest before it',
  ],
  [
    'a fill of an order that cannot be seen',
    steps(START, { kind: 'rest' }, { kind: 'cutOff' }, { kind: 'fill', part: 'all' }),
    'jsonc',
    'steps[3]: while the bot is cut off, only an order that has rested',
  ],
  ['a name of the exam', of({ name: 'rewound' }), 'jsonc', 'incident rewound: name must be one that no other incident'],
  ['two of one name', `[${of({})}, ${of({})}]`, 'jsonc', 'incident own: name must be one that no other incident has'],
  ['a module that throws', 'throw new Error("no luck")', 'mjs', 'the module cannot be loaded: no luck'],
  ['a module with no sense', 'const', 'mjs', 'the module cannot be loaded: '],
  ['no default export', 'export const x = 1;', 'mjs', 'the module has no default export: an incident, or a list'],
  ['no play', 'export default { name: "m", about: "x" }', 'mjs', 'incident m: play must be a function of the stage'],
  ['a list of nothing', 'export default []', 'mjs', 'the list has no incident'],
])('incidents: %s is refused', async (what, text, extension, problem) => {
  const file = what === 'no file' ? join(folder, 'none.jsonc') : fileOf(text, extension);
  const said = await allIncidents([file]);
  expect(said).toEqual(expect.stringContaining(`--incidents ${file}: `));
  expect(said).toContain(problem);
});
