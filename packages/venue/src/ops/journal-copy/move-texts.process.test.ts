/** A journal with texts in it, copied into one without: whole after a kill at any step, with the texts beside it. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type AccountId, type CatalogId, type Command, type CommentId, createState } from '@bellwether/engine';
import { Sequencer } from '@bellwether/exchange/sequencer/sequencer.ts';
import { setUpCommands } from '@bellwether/exchange/sequencer/testing/sample-venue.ts';
import { openUnlocked, recordsOf } from '@bellwether/ledger/log/testing/journal-of.ts';
import { PEOPLE_FILE } from '@bellwether/ports/data-folder.ts';
import { GENESIS_HASH } from '@bellwether/ports/journal.ts';
import { createDataDir, runBellwether } from '@bellwether/venue-process';
import { beforeAll, expect, test } from 'vitest';
import { MACHINE } from '../../runtime/machine.ts';
import { copyUntilKilled } from '../testing/until-killed.ts';
import { verified } from '../testing/verified.ts';
import { verifyDataFolder } from '../verify.ts';
import { OtherHistory, runJournalCopy } from './journal-copy.ts';

const from = createDataDir();
const [ANN, BOB] = [0, 1] as [AccountId, AccountId];

beforeAll(async () => {
  const log = openUnlocked(from);
  let nowMs = 1_700_000_000_000;
  const head = { sequence: 0, hash: GENESIS_HASH };
  const state = createState();
  const clock = () => (nowMs += 61_000);
  const sequencer = new Sequencer({ state, head, log, clock, release: () => undefined });
  const run = async (...commands: readonly Command[]) => {
    for (const [id, command] of commands.entries()) sequencer.enqueue({ id, json: JSON.stringify(command) });
    while (sequencer.hasWork()) await sequencer.step();
  };
  await run(...setUpCommands(2, 1));
  const entity = { type: 'market', id: [...state.marketsByCatalogId.keys()][0] as CatalogId } as const;
  const says = (account: AccountId, body: string): Command => {
    const request = { by: account, key: body.replaceAll(' ', '-'), hash: 'ab'.repeat(16) };
    return { kind: 'AddComment', account, entity, parent: null, body, request };
  };
  await run(says(ANN, 'Terns return'), says(BOB, ' Gulls do not '));
  await run({ kind: 'RemoveComment', comment: 1 as CommentId, account: null }, says(ANN, 'Terns again'));
  const profile = (account: AccountId, changes: object): Command => {
    const told = Object.values(changes).join('');
    const request = { by: account, key: `p${told.length}`, hash: (told === '' ? 'ef' : 'cd').repeat(16) };
    return { kind: 'UpdateProfile', account, changes, request };
  };
  await run(
    profile(ANN, { name: 'Avocet', bio: 'Wades' }),
    profile(ANN, { name: 'Godwit', displayUsernamePublic: true }),
  );
  await run(profile(BOB, { name: 'Curlew' }), profile(BOB, { name: '' }));
  await run({ kind: 'Deposit', wallet: 0 as never, amount: 5_000_000 as never } as Command);
  expect(state.community.comments.count).toBe(3);
  await log.close();
});

const copy = (to: string) => runJournalCopy({ from, to, movesTexts: true, print: () => undefined, runtime: MACHINE });
const filesWith = (folder: string, text: string): string[] =>
  readdirSync(folder).filter((name) => name !== 'venue.lock' && readFileSync(join(folder, name)).includes(text));

test('move texts: the copy has them beside it, none that was removed, and every decision holds', async () => {
  const to = join(createDataDir(), 'to');
  const made = await runBellwether(['journal', 'copy', from, to, '--move-texts']);
  expect(made).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('by salted hash') });
  expect(await verified(to)).toContain('texts: 2 of 3 comments as their hashes in the log; 1 erased');
  expect(await verified(to)).toContain('profiles: 2 of 2 texts as their hashes');
  for (const gone of ['Terns return', 'Avocet', 'Curlew', 'abababab', 'cdcdcdcd'])
    expect(filesWith(to, gone)).toEqual([]);
  for (const moved of ['Gulls do', 'Godwit', 'Wades']) expect(filesWith(to, moved)).toEqual([PEOPLE_FILE]);
  const file = new DatabaseSync(join(to, PEOPLE_FILE));
  const rows = file.prepare('SELECT kind, number, text, account FROM people_text ORDER BY kind, number').all();
  expect(rows).toMatchObject([
    { kind: 'bio', text: 'Wades' },
    { kind: 'comment', number: 2, text: 'Gulls do not', account: expect.stringMatching(/^0x/) },
    { kind: 'comment', number: 3, text: 'Terns again' },
    { kind: 'name', text: 'Godwit' },
  ]);
  expect(file.prepare('SELECT look FROM people_name').all()).toEqual([{ look: 'godwlt' }]);
  // A text that was changed is a fault; one that is not there is told.
  file.exec("UPDATE people_text SET text = 'Gulls do' WHERE number = 2");
  const lines: string[] = [];
  expect(await verifyDataFolder(to, (line) => lines.push(line))).toBe(false);
  expect(lines.at(-1)).toBe('FAILED: texts: that of comment 2 is not as it was written');
  file.exec('DELETE FROM people_text WHERE number = 2');
  file.exec("UPDATE people_text SET text = 'Eats' WHERE kind = 'bio'");
  expect(await verifyDataFolder(to, (line) => lines.push(line))).toBe(false);
  expect(lines.at(-1)).toBe('FAILED: texts: that of account 0, bio is not as it was written');
  for (const [change, back] of [
    ["kind = 'comment'", "kind = 'bio'"],
    [`account = '0x${'0'.repeat(40)}'`, 'account = (SELECT account FROM people_text WHERE number = 3)'],
  ]) {
    file.exec(`UPDATE people_text SET ${change}, text = 'Wades' WHERE text IN ('Eats', 'Wades')`);
    expect(await verifyDataFolder(to, (line) => lines.push(line))).toBe(false);
    expect(lines.at(-1)).toBe('FAILED: texts: that of account 0, bio is kept as something else');
    file.exec(`UPDATE people_text SET ${back} WHERE text = 'Wades'`);
  }
  file.exec("DELETE FROM people_text WHERE kind = 'bio'");
  const stray = createHash('sha256').update(Buffer.from('00', 'hex')).update('Stray').digest('hex');
  file.exec(`INSERT INTO people_text VALUES ('${stray}', '00', 'Stray', '', 'name', 99, 0)`);
  file.close();
  const last = await verified(to);
  expect(last).toContain('profiles: 1 of 2 texts as their hashes; 1 missing');
  expect(last).toContain('texts: 1 that the log does not need, which a later start erases');
  expect(await verified(to)).toContain('1 of 3 comments as their hashes in the log; 1 erased; 1 missing');
  // Another copy would have other salts.
  const again = copy(to);
  await expect(again).rejects.toThrow(OtherHistory);
  await expect(again).rejects.toThrow('a copy made there is complete');
});

test('move texts: killed at any step, the same again goes on where it was', async () => {
  const last = recordsOf(from).length;
  for (const step of [1, last - 1, last, last + 1, last + 2]) {
    const to = join(createDataDir(), 'to');
    await copyUntilKilled(from, to, step, true);
    await copy(to);
    expect(recordsOf(to).length).toBe(last);
    expect(await verified(to)).toContain('texts: 2 of 3 comments');
    expect(filesWith(to, 'copy')).toEqual([]);
  }
});

test('move texts: a target with entries is refused, and left as it was', async () => {
  const to = join(createDataDir(), 'to');
  await runJournalCopy({ from, to, print: () => undefined, runtime: MACHINE });
  const files = readdirSync(to);
  await expect(copy(to)).rejects.toThrow('has entries, and');
  expect(readdirSync(to)).toEqual(files);
});
