/** Requests of the person who uses this browser. The session's cookie goes with them; no script can read it. */
import type { DeviceAdded, PeopleSession } from '@bellwether/contract';
import { ApiError, createSigner, NetworkError } from '@bellwether/sdk';
import { queryOptions } from '@tanstack/react-query';
import { deviceLabel } from './device-label.ts';

type Method = 'GET' | 'POST' | 'DELETE';

/** Asks a route below `/auth/people`. Throws `ApiError`, or `NetworkError` without an answer. */
export async function askPeople<Answer>(method: Method, path: string, body?: object, key?: string): Promise<Answer> {
  // Other pages cannot send this type without asking first, so that the venue wants it also where there is no body.
  const sent = {
    ...(method !== 'GET' && {
      headers: { 'content-type': 'application/json', ...(key !== undefined && { 'idempotency-key': key }) },
    }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  const answer = await fetch(`/auth/people${path}`, { method, ...sent }).catch((cause: unknown) => {
    throw new NetworkError('the venue cannot be reached', { cause });
  });
  const text = await answer.text();
  const read = readJson(text);
  if (answer.ok) return read as Answer;
  const { error, message, code } = read as Readonly<Record<string, string | undefined>>;
  throw new ApiError(answer.status, error ?? message ?? `status ${answer.status}`, {
    code: (code ?? null) as ApiError['code'],
    body: read as Readonly<Record<string, unknown>>,
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

export const SESSION = ['people', 'session'] as const;
export const DEVICES = ['people', 'devices'] as const;

export const readSession = (): Promise<PeopleSession> => askPeople<PeopleSession>('GET', '/session');

export const sessionQuery = queryOptions({ queryKey: SESSION, queryFn: readSession, staleTime: 30_000, retry: 1 });

/** Lets a key of this browser trade for the person's account. The same key again gets the same answer. */
export const addDevice = (privateKey: string): Promise<DeviceAdded> =>
  askPeople<DeviceAdded>('POST', '/devices', {
    address: createSigner(privateKey).address.toLowerCase(),
    label: deviceLabel(navigator.userAgent),
  });
