/** Statements of the tests in this folder about what they prove, read from their sources. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ABILITIES, type Ability, CLIENTS, type ClientName } from './clients.ts';

export interface Statement {
  readonly client: ClientName;
  readonly abilities: readonly Ability[];
  /** Path of the test from the repository root, with slashes. */
  readonly file: string;
}

const SOURCES = join(import.meta.dirname, '..');
const TEST = /^ *test(?:\.each|\.for)?\(/m;
const CALL = /\bproves\(/g;
const STRICT_CALL = /\bproves\(\s*'([^']+)'((?:,\s*'[^']+')*),?\s*\)/g;

const isClient = (name: string): name is ClientName => Object.hasOwn(CLIENTS, name);
const isAbility = (name: string): name is Ability => Object.hasOwn(ABILITIES, name);

/**
 * Statements of one file of tests.
 *
 * @param source the file
 * @param reached the text that must name the packages in question: the file and its imports
 * @throws if a test states nothing, or if a statement is outside a test, not a literal, or about something unknown
 */
export function statementsIn(source: string, file: string, reached: string = source): Statement[] {
  const fault = (text: string): Error => new Error(`${file}: ${text}`);
  const [head = '', ...tests] = source.split(TEST);
  if (head.search(CALL) !== -1) throw fault('proves() is called outside of a test');
  const silent = tests.find((test) => test.search(CALL) === -1);
  if (silent !== undefined) throw fault(`a test does not state what it proves: ${silent.split('\n')[0]}`);
  const calls = [...source.matchAll(STRICT_CALL)];
  if (calls.length !== [...source.matchAll(CALL)].length)
    throw fault('proves() takes the client and its abilities written out as strings');
  const said = reached.replaceAll(STRICT_CALL, '');
  return calls.map(([, client = '', list = '']) => {
    if (!isClient(client)) throw fault(`there is no client ${client} in table/clients.ts`);
    if (!new RegExp(`['"\`]${client}['"\`/]`).test(said)) throw fault(`it never names the package ${client}`);
    const abilities = [...list.matchAll(/'([^']*)'/g)].map(([, name = '']) => {
      if (!isAbility(name)) throw fault(`there is no ability ${name} in table/clients.ts`);
      return name;
    });
    return { client, abilities, file };
  });
}

/** The text of a source and of its imports from this folder. */
function withImports(path: string, seen = new Set<string>()): string {
  if (seen.has(path) || path.startsWith(import.meta.dirname)) return '';
  seen.add(path);
  const source = readFileSync(path, 'utf8');
  const imported = [...source.matchAll(/from '(\.{1,2}\/[^']+)'/g)].map(([, to = '']) => join(dirname(path), to));
  return [source, ...imported.map((to) => withImports(to, seen))].join('\n');
}

export const readStatements = (): Statement[] =>
  globSync('*.process.test.ts', { cwd: SOURCES })
    .toSorted()
    .flatMap((name) => {
      const path = join(SOURCES, name);
      return statementsIn(readFileSync(path, 'utf8'), `compatibility/src/${name}`, withImports(path));
    });
