/** Requests of the set-up page, which carry the token of the printed link. The link works once. */
import type { SetUpAnswer, SetUpRequest, SetUpState } from '@bellwether/contract';

export const readSetUp = (token: string): Promise<SetUpState> => send<SetUpState>(token, { method: 'GET' });

export const sendSetUp = (token: string, body: SetUpRequest): Promise<SetUpAnswer> =>
  send<SetUpAnswer>(token, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function send<Answer>(token: string, init: RequestInit): Promise<Answer> {
  const headers = { ...init.headers, ...(token !== '' && { authorization: `Bearer ${token}` }) };
  const answer = await fetch('/app/setup/link', { ...init, headers }).catch(() => {
    throw new Error('The venue cannot be reached. Does it still run?');
  });
  const body = (await answer.json()) as Answer | { readonly error: string };
  if (typeof body === 'object' && body !== null && 'error' in body) throw new Error(sentence(body.error));
  return body as Answer;
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
