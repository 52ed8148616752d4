/**
 * Devices of a person: each browser has a key of its own, which signs for the person's account. The account has no key;
 * it opens with the first device. Every step is idempotent, so that a request that was cut off completes when it is sent
 * again. Names of devices are kept beside the log.
 */
import { createHash } from 'node:crypto';
import { type DeviceAdded, DeviceAddition, type Devices, PEOPLE_ROUTES } from '@bellwether/contract';
import {
  type Account,
  type AccountId,
  type Address,
  accountOf,
  type Command,
  ROLES,
  type State,
  type WalletId,
} from '@bellwether/engine';
import type { People, Person } from '@bellwether/ports/people.ts';
import { badRequest, type Failure, failure, invalidPayload } from '@bellwether/wire/failure.ts';
import { parseAmount } from '@bellwether/wire/forms/decimal.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { builderKeysBy } from '../../auth/api-keys.ts';
import type { AppDependencies } from '../dependencies.ts';
import { payJoined } from '../grants/standing.ts';
import { promiseOf } from '../plugins/admission.ts';
import { bodyBytes, createBodyReader } from '../plugins/body.ts';
import { refuseWallet } from '../plugins/caps.ts';
import { rejectFailure } from '../reject-failure.ts';
import { cookieOf, mountPerson, refusePerson } from './from-page.ts';

const ADDRESS_BYTES = 20;
/** After a year a device asks for its key anew, which its browser does by itself. */
const KEY_SECONDS = 365 * 86_400;

export function registerDevices(app: FastifyInstance, dependencies: AppDependencies, people: People): void {
  const { parseAddress, view } = dependencies;
  const readAddition = createBodyReader(DeviceAddition, invalidPayload);

  mountPerson(app, people, PEOPLE_ROUTES.addDevice, async (person, request) => {
    const refused = refusePerson(person, view.state);
    if (refused !== null) return refused;
    const body = readAddition(bodyBytes(request));
    if (body.kind === 'failure') return body;
    const { address, bot = false, label = '' } = body.value;
    const device = parseAddress(address);
    if (device.kind === 'invalid') return invalidPayload(`address ${device.error}`);
    return addDevice(app, dependencies, people, request, person, { address: device.address, bot, label });
  });

  mountPerson(app, people, PEOPLE_ROUTES.peopleDevices, async (person) => ({
    devices: await devicesOf(people, person, dependencies),
  }));

  mountPerson(app, people, PEOPLE_ROUTES.removeDevice, async (person, request, reply) => {
    const { address = '' } = request.params as { readonly address?: string };
    const device = parseAddress(address);
    if (device.kind === 'invalid') return badRequest(`address ${device.error}`);
    const place = placeOf(view.state, person);
    if (place !== null && view.state.keys.find(place.wallet, device.address) !== null) {
      const rejected = await endDevice(dependencies, place, device.address);
      if (rejected !== null) return rejected;
    } else {
      // Where a removal was cut off, the store still has the device.
      const isKept = (await people.devicesOf(person.id)).some((kept) => kept.address === device.address);
      if (!isKept) return { done: true };
    }
    const cookie = cookieOf(request);
    await people.dropDevice(person.id, device.address, cookie);
    if ((await people.session(cookie)) === null) reply.header('set-cookie', [...(await people.signOut(cookie))]);
    return { done: true };
  });
}

/** Ends the keys of the devices that the caller's session brought, as far as a suspended person may. */
export async function endDevicesHere(
  dependencies: AppDependencies,
  people: People,
  person: Person,
  cookie: string | undefined,
): Promise<Failure | null> {
  const { state } = dependencies.view;
  const place = placeOf(state, person);
  if (place === null) return null;
  for (const { address } of await people.devicesHere(person.id, cookie)) {
    if (state.keys.find(place.wallet, address) === null) continue;
    const rejected = await endDevice(dependencies, place, address);
    if (rejected !== null && refusePerson(person, state) === null) return rejected;
    await people.dropDevice(person.id, address, cookie);
  }
  return null;
}

/** Ends a device in the log: its API key, the builder keys that it made, and its key. */
function endDevice(dependencies: AppDependencies, place: Place, key: Address): Promise<Failure | null> {
  const { state } = dependencies.view;
  const account = accountOf(state, place.account);
  const { apiKey: own } = dependencies.credentials.derive(account.address, nonceOf(key));
  const apiKeys = [...(state.apiKeys.has(own) ? [own] : []), ...builderKeysBy(state, account, own)];
  return submitAll(dependencies, [
    ...apiKeys.map((apiKey) => ({ kind: 'RevokeApiKey', account: account.id, apiKey }) as const),
    { kind: 'RevokeKey', ...place, key },
  ]);
}

interface Place {
  readonly account: AccountId;
  readonly wallet: WalletId;
}

/** The account of a person in the log, and its only wallet; null before the first device. */
export function placeOf(state: Readonly<State>, { account: address }: Pick<Person, 'account'>): Place | null {
  if (address === null) return null;
  const account = state.accountsByAddress.get(address);
  const wallet = state.walletsByAddress.get(address);
  return account === undefined || wallet === undefined ? null : { account, wallet };
}

/** A nonce follows from the device, so that the same request gets the same API key. */
const nonceOf = (device: Address): string =>
  BigInt(`0x${createHash('sha256').update(device).digest('hex')}`).toString();

async function addDevice(
  app: FastifyInstance,
  dependencies: AppDependencies,
  people: People,
  request: FastifyRequest,
  person: Person,
  { address: key, bot, label }: { readonly address: Address; readonly bot: boolean; readonly label: string },
): Promise<DeviceAdded | Failure> {
  const { clock, credentials, runtime, settings, view } = dependencies;
  const address =
    person.account ?? (await people.giveAccount(person.id, randomAddress(runtime.random.bytes(ADDRESS_BYTES))));
  if (placeOf(view.state, { account: address }) === null) {
    const over = refuseWallet(app, request, address, true);
    if (over !== null) return over;
    // One wallet, and so one starting balance.
    const { startingBalance } = settings;
    const opened = await submitAll(dependencies, [
      { kind: 'OpenAccount', address, depositWallet: address, startingBalance },
    ]);
    if (opened !== null) return opened;
  }
  const place = placeOf(view.state, { account: address });
  if (place === null) throw new Error('an account that was opened is not in the view');
  const account = accountOf(view.state, place.account);
  // The log says whether a device was ever finished, even if the store was restored from a backup.
  if (account.keysIssued === 0) {
    const refused = await welcome(dependencies, person, account);
    if (refused !== null) return refused;
  }
  const known = view.state.keys.find(place.wallet, key);
  // Its API key would stay with whoever asks, also when that browser is revoked.
  if (known !== null && (await people.isElsewhere(person.id, key, cookieOf(request))))
    return failure('key_invalid', { detail: 'another browser or a bot has it' });
  const expiration = Math.floor(clock() / 1000) + KEY_SECONDS;
  const nonce = nonceOf(key);
  const derived = credentials.derive(address, nonce);
  // The API key first: one that was revoked refuses the device, whose key must not trade again.
  const rejected = await submitAll(dependencies, [
    { kind: 'IssueApiKey', account: place.account, apiKey: derived.apiKey, nonce },
    ...(known === null || known.ended
      ? [{ kind: 'AddKey', ...place, key, label: '', scopes: ['CLOB'], expiration } as const]
      : []),
  ]);
  if (rejected !== null) return rejected;
  const now = await people.find(person.id);
  if (now === null || now.state === 'suspended') {
    // Whoever suspended or erased them meanwhile found no account.
    const refused = await submitAll(dependencies, [{ kind: 'SuspendAccount', account: place.account }]);
    return refused ?? failure(now === null ? 'not_signed_in' : 'person_suspended');
  }
  await people.keepDevice(person.id, { address: key, label, createdMs: clock() }, bot ? undefined : cookieOf(request));
  return { account: address, wallet: address, device: key, ...derived };
}

/** Gives a new account the role and the money that its invitation promised. */
async function welcome(dependencies: AppDependencies, person: Person, account: Account): Promise<Failure | null> {
  const { groups, invitedBy, promised, roleWish } = person;
  const role = ROLES.find((each) => each === roleWish);
  if (role !== undefined && invitedBy !== null) {
    const act = promiseOf(dependencies.view.state, invitedBy, `invited as ${role}`);
    const refused = await submitAll(dependencies, [{ kind: 'SetRole', account: account.id, role, act }]);
    if (refused !== null) return refused;
  }
  const amount = promised === null ? null : parseAmount(promised);
  await payJoined(dependencies, account, { groups, promised: amount, invitedBy });
  return null;
}

const randomAddress = (bytes: Uint8Array): Address => `0x${Buffer.from(bytes).toString('hex')}` as Address;

/** Submits commands one after another, up to the first that is rejected. */
export async function submitAll({ exchange }: AppDependencies, commands: readonly Command[]): Promise<Failure | null> {
  for (const command of commands) {
    const outcome = await exchange.submit(command);
    if (outcome.kind === 'reject') return rejectFailure(outcome);
  }
  return null;
}

/** Devices whose keys are alive. One that the store does not know, since it was restored, has no name. */
export async function devicesOf(
  people: People,
  person: Person,
  { view }: Pick<AppDependencies, 'view'>,
): Promise<Devices['devices']> {
  const place = placeOf(view.state, person);
  if (place === null) return [];
  const named = new Map((await people.devicesOf(person.id)).map((device) => [device.address, device]));
  const live = [...view.state.keys.ofWallet(place.wallet)].filter(({ ended }) => !ended);
  return live.map(({ key }) => {
    const { createdMs = 0, label = '' } = named.get(key) ?? {};
    return { address: key, label, since: Math.floor(createdMs / 1000) };
  });
}
