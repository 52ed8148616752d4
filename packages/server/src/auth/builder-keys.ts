/**
 * Builder keys: they name an account beside a request and open nothing. They are handed to signing services, so that one
 * must never do for an API key. Journaled as API keys whose nonce no sign-in can have.
 */
import type { Account, ApiKey, State } from '@bellwether/engine';

const PREFIX = 'builder:';

/** Nonce of a builder key that is made at `timeMs`. */
export const builderNonce = (timeMs: number): string => `${PREFIX}${timeMs}`;

export const isBuilderKey = ({ nonce }: Pick<ApiKey, 'nonce'>): boolean => nonce.startsWith(PREFIX);

/** Keys of the account that are valid, of one kind. */
export function keysOf(state: Readonly<State>, account: Account, kind: 'api' | 'builder'): string[] {
  return [...account.apiKeys].filter((apiKey) => {
    const key = state.apiKeys.get(apiKey);
    return key !== undefined && isBuilderKey(key) === (kind === 'builder');
  });
}

/** When a builder key was made, Unix milliseconds. */
export function builderKeyTime({ nonce }: Pick<ApiKey, 'nonce'>): number {
  return Number(nonce.slice(PREFIX.length));
}

/** What authentication asks of a key; undefined when it was never issued. */
export interface FoundApiKey {
  /** Of the account that it was issued to, lower-case. */
  readonly address: string;
  readonly revoked: boolean;
  readonly isBuilder: boolean;
}

export function findApiKey(state: Readonly<State>, apiKey: string): FoundApiKey | undefined {
  const key = state.apiKeys.get(apiKey);
  const account = key === undefined ? undefined : state.accounts[key.account];
  if (key === undefined || account === undefined) return undefined;
  return { address: account.address, revoked: key.revoked, isBuilder: isBuilderKey(key) };
}
