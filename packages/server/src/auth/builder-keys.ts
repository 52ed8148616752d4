/**
 * Builder keys identify an account alongside a request and grant no access. Users give them to signing services, which
 * is never safe with an API key. Journaled as API keys with a nonce that no sign-in can have.
 */
import type { Account, ApiKey, State } from '@bellwether/engine';

const PREFIX = 'builder:';

/** Nonce of a builder key created at `timeMs`. */
export const builderNonce = (timeMs: number): string => `${PREFIX}${timeMs}`;

export const isBuilderKey = ({ nonce }: Pick<ApiKey, 'nonce'>): boolean => nonce.startsWith(PREFIX);

/** Valid keys of one kind that belong to the account. */
export function keysOf(state: Readonly<State>, account: Account, kind: 'api' | 'builder'): string[] {
  return [...account.apiKeys].filter((apiKey) => {
    const key = state.apiKeys.get(apiKey);
    return key !== undefined && isBuilderKey(key) === (kind === 'builder');
  });
}

/** Creation time of a builder key, in Unix milliseconds. */
export function builderKeyTime({ nonce }: Pick<ApiKey, 'nonce'>): number {
  return Number(nonce.slice(PREFIX.length));
}

/** Facts about a key that authentication needs; undefined if the key was never issued. */
export interface FoundApiKey {
  /** Lower-case address of the account it was issued to. */
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
