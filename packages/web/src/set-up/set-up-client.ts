/** Requests of the set-up page, which carry the token of the printed link. The link works once. */
import type { MailCheck, ProviderChecked, SetUpAnswer, SetUpRequest, SetUpState } from '@bellwether/contract';

export const readSetUp = (token: string): Promise<SetUpState> => send<SetUpState>(token, { method: 'GET' });

export const sendSetUp = (token: string, body: SetUpRequest): Promise<SetUpAnswer> => post(token, '', body);

export const checkProvider = (token: string, issuer: string): Promise<ProviderChecked> =>
  post(token, '/provider', { issuer });

export const tryMail = (token: string, body: MailCheck): Promise<unknown> => post(token, '/mail', body);

const post = <Answer>(token: string, path: string, body: object): Promise<Answer> =>
  send<Answer>(
    token,
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    path,
  );

async function send<Answer>(token: string, init: RequestInit, path = ''): Promise<Answer> {
  const headers = { ...init.headers, ...(token !== '' && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(`/app/setup/link${path}`, { ...init, headers }).catch(() => {
    throw new Error('The venue cannot be reached. Does it still run?');
  });
  const body = (await answer.json()) as Answer | { readonly error: string };
  if (typeof body === 'object' && body !== null && 'error' in body) throw new Error(sentence(body.error));
  return body as Answer;
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
