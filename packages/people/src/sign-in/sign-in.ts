/** Ways of signing in, made from settings: plugins of the library, and the endpoints that clients may call. */
import type { SignInWay } from '@bellwether/ports/people.ts';
import type { BetterAuthOptions, BetterAuthPlugin } from 'better-auth';

/** Nothing yet besides links. */
export type SignInSettings = Readonly<Record<never, never>>;

export interface SignIn {
  readonly ways: readonly SignInWay[];
  readonly plugins: readonly BetterAuthPlugin[];
  /** Further options of the library, such as hooks. */
  readonly options: Pick<BetterAuthOptions, 'databaseHooks' | 'socialProviders' | 'account' | 'hooks'>;
  /** Endpoints below `/auth/people` that clients may call, as `METHOD /path`; `*` stands for one segment. */
  readonly endpoints: readonly string[];
}

/** `url`: address that the venue is reached at. */
export function signInOf(_settings: SignInSettings, _url: string): SignIn {
  return { ways: ['link'], plugins: [], options: {}, endpoints: [] };
}
