/** Hooks of the store. */
import {
  HOOKS_MAX,
  type Hook,
  type HookDelivery,
  type HookTemplate,
  type HookWish,
  type NewsKind,
} from '@bellwether/ports/news.ts';
import type { Randomness } from '@bellwether/ports/runtime.ts';
import { counts, giveUp, matching } from '../outbox.ts';
import type { Db, HookRow } from '../tables.ts';

const SECRET_BYTES = 32;
const ID_BYTES = 9;
/** Time in which the secret before the present one signs, too. */
const OVERLAP_MS = 86_400_000;
const DELIVERIES_SHOWN = 100;

export const targetOf = (hook: string): string => `hook:${hook}`;

export async function listHooks(db: Db): Promise<Hook[]> {
  const rows = await db.selectFrom('news_hook').selectAll().orderBy('created_ms').orderBy('id').execute();
  const numbers = await counts(db);
  return rows.map((row) => hookOf(row, numbers.get(targetOf(row.id))));
}

export async function findHook(db: Db, id: string): Promise<HookRow | null> {
  return (await db.selectFrom('news_hook').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Null: there are too many. */
export async function addHook(
  db: Db,
  wish: HookWish,
  from: number,
  nowMs: number,
  { bytes }: Pick<Randomness, 'bytes'>,
): Promise<(Hook & { readonly secret: string }) | null> {
  const { count } = await db
    .selectFrom('news_hook')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= HOOKS_MAX) return null;
  const secret = newSecret(bytes);
  const row: HookRow = {
    ...{ id: Buffer.from(bytes(ID_BYTES)).toString('base64url'), ...columnsOf(wish), secret, state: 'on' },
    ...{ created_ms: nowMs, sequence: from, closing_ms: nowMs },
  };
  await db.insertInto('news_hook').values(row).execute();
  return { ...hookOf(row), secret };
}

const newSecret = (bytes: Randomness['bytes']): string =>
  `whsec_${Buffer.from(bytes(SECRET_BYTES)).toString('base64')}`;

/** Gives a hook another secret, which is told once. Null: there is no such hook. */
export async function renewSecret(
  db: Db,
  id: string,
  nowMs: number,
  { bytes }: Pick<Randomness, 'bytes'>,
): Promise<(Hook & { readonly secret: string }) | null> {
  const before = await findHook(db, id);
  if (before === null) return null;
  const secret = newSecret(bytes);
  const [last = ''] = before.secret.split(' ');
  const kept = `${secret} ${last} ${nowMs + OVERLAP_MS}`;
  await db.updateTable('news_hook').set({ secret: kept }).where('id', '=', id).execute();
  return { ...hookOf(before, (await counts(db)).get(targetOf(id))), secret };
}

/** Secrets that sign at a time, of a row's. The present one is first. */
export function secretsAt(kept: string, nowMs: number): readonly string[] {
  const [secret = '', last = '', untilMs = 0] = kept.split(' ');
  return nowMs < Number(untilMs) ? [secret, last] : [secret];
}

/** Turned off, what waits is given up; turned on, it begins with the news from then on. */
export async function changeHook(
  db: Db,
  id: string,
  { on, ...wish }: Partial<HookWish> & { readonly on?: boolean },
  from: number,
  nowMs: number,
): Promise<Hook | null> {
  const before = await findHook(db, id);
  if (before === null) return null;
  const isOn = before.state === 'on';
  const changes = {
    ...columnsOf(wish),
    ...(on === true && !isOn && { state: 'on' as const, sequence: from, closing_ms: nowMs }),
    ...(on === false && isOn && { state: 'off' as const }),
  };
  if (Object.keys(changes).length > 0) await db.updateTable('news_hook').set(changes).where('id', '=', id).execute();
  if (on === false) await giveUp(db, targetOf(id), 'the hook was turned off', nowMs);
  const row = { ...before, ...changes };
  return hookOf(row, (await counts(db)).get(targetOf(id)));
}

/** Turns a hook off whose receiver wants nothing any more. */
export async function turnGone(db: Db, id: string, nowMs: number): Promise<void> {
  await db.updateTable('news_hook').set({ state: 'gone' }).where('id', '=', id).where('state', '=', 'on').execute();
  await giveUp(db, targetOf(id), 'the receiver answered 410', nowMs);
}

/** After a restore of an older journal: positions beyond its end would pass over what comes. */
export async function goBackTo(db: Db, head: number): Promise<void> {
  await db.updateTable('news_hook').set({ sequence: head }).where('sequence', '>', head).execute();
}

export async function removeHook(db: Db, id: string): Promise<boolean> {
  await db.deleteFrom('news_delivery').where('target', '=', targetOf(id)).execute();
  const { numDeletedRows } = await db.deleteFrom('news_hook').where('id', '=', id).executeTakeFirst();
  return Number(numDeletedRows) > 0;
}

/** `targets`: a target, or a pattern of some. */
export async function deliveriesTo(db: Db, targets: string): Promise<(HookDelivery & { readonly target: string })[]> {
  const rows = await db
    .selectFrom('news_delivery')
    .select(['id', 'target', 'kind', 'state', 'attempts', 'time_ms', 'error'])
    .where('target', matching(targets), targets)
    .where('state', '!=', 'done')
    .orderBy('time_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(DELIVERIES_SHOWN)
    .execute();
  return rows.map(({ time_ms: timeMs, ...row }) => ({ ...row, timeMs: Number(timeMs) }));
}

function columnsOf({ kinds, tag, template, url }: Partial<HookWish>) {
  return {
    ...(kinds !== undefined && { kinds: JSON.stringify([...new Set(kinds)]) }),
    ...(tag !== undefined && { tag: tag ?? '' }),
    ...(template !== undefined && { template }),
    ...(url !== undefined && { url }),
  } as Pick<HookRow, 'kinds' | 'tag' | 'template' | 'url'>;
}

function hookOf(row: HookRow, { waiting, dead } = { waiting: 0, dead: 0 }): Hook {
  const { created_ms: createdMs, id, kinds, state, tag, template, url } = row;
  return {
    ...{ id, url, state, waiting, dead, createdMs: Number(createdMs), tag: tag === '' ? null : tag },
    ...{ kinds: JSON.parse(kinds) as NewsKind[], template: template as HookTemplate },
  };
}
