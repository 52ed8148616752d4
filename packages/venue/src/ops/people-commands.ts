/** `bellwether invite` and `bellwether erase`: what an operator asks of the running venue of a data folder. */
import { readFile } from 'node:fs/promises';
import { ADMIN_TOKEN_FILE, secretLines } from '@bellwether/ledger/adapters/data-folder/install-secrets.ts';
import { isDataFolderInUse, readHolder } from '@bellwether/ledger/adapters/data-folder/lock.ts';
import { reachable } from '../config/reachable.ts';
import type { Config } from '../config.ts';
import { csvTable } from '../tape/history/csv-table.ts';
import { cellText } from '../tape/history/table.ts';

type Place = Pick<Config, 'dataDir' | 'adminToken'>;
type Print = (line: string) => void;

const COLUMNS = ['email', 'name', 'group', 'role'] as const;

type Row = { readonly line: number; readonly person: Readonly<Partial<Record<(typeof COLUMNS)[number], string>>> };

interface Imported {
  readonly links: readonly { readonly url: string; readonly sent: boolean }[];
}

export interface InviteOptions {
  readonly file: string;
  /** True if the venue mails the links. */
  readonly send: boolean;
  readonly reason: string | undefined;
}

/** Invites everyone in the file, or nobody: a row that is wrong is named by its line. Throws if a link was not mailed. */
export async function runInvite(place: Place, { file, reason, send }: InviteOptions, print: Print): Promise<void> {
  const rows = await readPeople(file);
  const body = { people: rows.map(({ person }) => person), send, ...(reason !== undefined && { reason }) };
  const { links } = await ask<Imported>(place, 'POST', '/admin/people', body, (problem) =>
    problem.replace(/people(?:\[|\/)(\d+)\]?/, (_all, at: string) => `${file}, line ${rows[Number(at)]?.line}`),
  );
  let unsent = 0;
  for (const [at, { sent, url }] of links.entries()) {
    const { email = '', name = '' } = rows[at]?.person ?? {};
    const isUnsent = send && email !== '' && !sent;
    if (isUnsent) unsent += 1;
    const told = `${url}${isUnsent ? ' (not mailed)' : ''}`;
    print(`${[email, name].filter((text) => text !== '').join(' ')}: ${sent ? 'mailed' : told}`);
  }
  if (unsent > 0) throw new Error(`not mailed: ${unsent} of ${links.length} links. Hand them on yourself`);
}

async function readPeople(file: string): Promise<Row[]> {
  // Spreadsheets of some languages write no commas.
  const [, separator] = /^.*?([;\t])/.exec(await readFile(file, 'utf8')) ?? [];
  const table = await csvTable(file, false, separator);
  const unknown = table.columns.find((name) => !COLUMNS.some((column) => column === name));
  if (unknown !== undefined || table.columns.length === 0)
    throw new Error(`${file}, line 1: the columns are ${COLUMNS.join(', ')}, not ${JSON.stringify(unknown ?? '')}`);
  const rows: Row[] = [];
  for await (const { cell, first, isWhole, length } of table.batches(COLUMNS, 0, () => true)) {
    for (let row = 0; row < length; row++) {
      const line = first + row;
      if (!isWhole(row)) throw new Error(`${file}, line ${line}: it has other columns than line 1`);
      const given = COLUMNS.map((name, at) => [name, cellText(cell(row, at))] as const);
      rows.push({ line, person: Object.fromEntries(given.filter(([, text]) => text !== '')) });
    }
  }
  if (rows.length === 0) throw new Error(`${file} names nobody`);
  return rows;
}

interface Listed {
  readonly people: readonly { readonly id: string; readonly name: string; readonly email: string | null }[];
  readonly total: number;
}

/** Erases the person with this id, e-mail address or exact name. */
export async function runErase(place: Place, named: string, reason: string | undefined, print: Print): Promise<void> {
  const { people } = await ask<Listed>(place, 'GET', `/admin/people?limit=1000&q=${encodeURIComponent(named)}`);
  const isMeant = ({ email, name }: Listed['people'][number]): boolean =>
    email === named.toLowerCase() || name === named;
  const meant = people.filter(isMeant);
  if (meant.length > 1)
    throw new Error(`${meant.length} people are called ${named}: use one of ${meant.map(({ id }) => id).join(', ')}`);
  const id = meant[0]?.id ?? named;
  await ask(
    place,
    'DELETE',
    `/admin/people/${encodeURIComponent(id)}`,
    undefined,
    (problem) => (problem === 'id not found' ? `there is no person ${named}` : problem),
    reason,
  );
  print(`erased: ${named}. The account, its money and its trades stay, without a name`);
}

/** Asks the venue that runs on the folder. Throws with the venue's own words. */
async function ask<Answer>(
  { dataDir, adminToken }: Place,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
  inWords: (problem: string) => string = (problem) => problem,
  reason?: string,
): Promise<Answer> {
  const url = isDataFolderInUse(dataDir) ? (readHolder(dataDir)?.url ?? null) : null;
  if (url === null) throw new Error(`no venue runs on ${dataDir}: start it first`);
  const token = adminToken ?? secretLines(dataDir).get(ADMIN_TOKEN_FILE) ?? '';
  const answer = await fetch(`${reachable(url)}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(reason !== undefined && { 'x-reason': encodeURIComponent(reason) }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const told = (await answer.json()) as Answer & { readonly error?: string; readonly code?: string };
  if (answer.ok) return told;
  if (told.code === 'route_not_found')
    throw new Error('people do not join this venue: BELLWETHER_JOIN must be invite, oidc or approval');
  throw new Error(inWords(told.error ?? `status ${answer.status}`));
}
