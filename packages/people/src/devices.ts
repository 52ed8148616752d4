/** Devices of people: the names of their keys, and the sessions that brought them. */
import type { Address } from '@bellwether/engine';
import type { Device } from '@bellwether/ports/people.ts';
import type { Transaction } from 'kysely';
import { type Db, msOf, type Tables } from './database.ts';

/** `session`: of this session alone. */
export async function devicesOf(db: Db, person: string, session?: string): Promise<Device[]> {
  let devices = db.selectFrom('people_device').selectAll().where('person', '=', person);
  if (session !== undefined) devices = devices.where('session', '=', session);
  const rows = await devices.orderBy('created_ms').orderBy('address').execute();
  return rows.map(({ address, label, created_ms: created }) => {
    return { address: address as Address, label, createdMs: Number(created) };
  });
}

export async function keepDevice(db: Db, person: string, device: Device, session: string | null): Promise<void> {
  const { address, createdMs, label } = device;
  await db
    .insertInto('people_device')
    .values({ address, person, label, created_ms: createdMs, session })
    .onConflict((conflict) => conflict.columns(['person', 'address']).doUpdateSet({ label, session }))
    .execute();
}

/** True if another open session brought the device, or none. */
export async function isElsewhere(db: Db, person: string, address: string, own: string): Promise<boolean> {
  const devices = db.selectFrom('people_device').leftJoin('session', 'session.id', 'people_device.session');
  const named = devices.select(['session', 'session.id']).where('person', '=', person).where('address', '=', address);
  const found = await named.executeTakeFirst();
  return found !== undefined && (found.session === null || (found.id !== null && found.id !== own));
}

/**
 * Forgets a device, and ends whatever it may have left behind: the person's open links, its session and those that no
 * other device has, and passkeys that are younger than the device. `own` is the session of who asks; a device that ends
 * itself signs out, unless another one came with the same session, and its passkeys stay to come back with.
 */
export async function dropDevice(db: Transaction<Tables>, person: string, address: string, own: string): Promise<void> {
  const devices = db.selectFrom('people_device').where('person', '=', person);
  const gone = await devices.selectAll().where('address', '=', address).executeTakeFirst();
  await db.deleteFrom('people_device').where('person', '=', person).where('address', '=', address).execute();
  const isOwn = own !== '' && gone?.session === own;
  const kept = devices.where('session', 'is not', null).select((eb) => eb.ref('session').$notNull().as('session'));
  await db
    .deleteFrom('session')
    .where('userId', '=', person)
    .where(({ and, eb, or }) =>
      or([
        ...(isOwn ? [] : [eb('id', '=', gone?.session ?? '')]),
        and([eb('id', '!=', isOwn ? '' : own), eb('id', 'not in', kept)]),
      ]),
    )
    .execute();
  await db.deleteFrom('people_link').where('person', '=', person).execute();
  if (!isOwn) await endPasskeys(db, person, Number(gone?.created_ms ?? 0));
}

/** Ends the passkeys that a person has added since. */
export async function endPasskeys(db: Transaction<Tables>, person: string, sinceMs: number): Promise<void> {
  const all = await db.selectFrom('passkey').select(['id', 'createdAt']).where('userId', '=', person).execute();
  const ended = all.filter(({ createdAt }) => createdAt === null || msOf(createdAt) >= sinceMs).map(({ id }) => id);
  if (ended.length > 0) await db.deleteFrom('passkey').where('id', 'in', ended).execute();
}
