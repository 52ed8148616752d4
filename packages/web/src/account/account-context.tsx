/** The account of this device and the ways to sign in and out. The sign-in code is loaded when it is needed. */
import { VenueClock } from '@bellwether/sdk';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useClock } from '../clock/clock-context.tsx';
import { HAS_PEOPLE } from '../session/venue-people.ts';
import { showToast } from '../ui/toast.tsx';
import { isSandbox } from '../venue/is-sandbox.ts';
import { KEYS } from '../venue/keys.ts';
import { loadPart } from '../venue/load-part.ts';
import { followAccount } from './account-feed.ts';
import type { Account } from './account-queries.ts';
import { followWallet, type InjectedWallet } from './injected-wallets.ts';
import {
  ACCOUNT_ITEM,
  makeKey,
  readKeyText,
  readSaved,
  removeSaved,
  type SavedAccount,
  writeSaved,
} from './saved-account.ts';
import { opensSilently, writeCredentials } from './session-credentials.ts';
import { signingText } from './signing-text.ts';

/** `none`: the device has no account. `closed`: the user has to sign in. `failed`: signing in can be retried. */
type AccountState =
  | { readonly kind: 'none' }
  | { readonly kind: 'closed'; readonly saved: SavedAccount }
  | { readonly kind: 'opening'; readonly saved: SavedAccount | null }
  | { readonly kind: 'failed'; readonly saved: SavedAccount | null; readonly reason: string }
  | { readonly kind: 'open'; readonly saved: SavedAccount; readonly account: Account };

interface AccountControl {
  readonly state: AccountState;
  /** null for a visitor. */
  readonly account: Account | null;
  /** A newly made key that the user still has to save; null otherwise. */
  readonly freshKey: string | null;
  readonly dismissFreshKey: () => void;
  readonly start: () => void;
  /** Signs in with an existing key. Returns false if the text is not a key. */
  readonly importKey: (text: string) => boolean;
  readonly connectWallet: (wallet: InjectedWallet) => void;
  readonly signIn: () => void;
  readonly signOut: () => void;
  readonly forget: () => void;
  /** Opens the account again. If the venue no longer knows the session's API key, signs in for a new one. */
  readonly renew: () => void;
  /** Selects the wallet of the account that trades; null selects the signer's own. */
  readonly tradeFrom: (wallet: string | null) => void;
}

const loadOpenAccount = () => loadPart(() => import('./open-account.ts'));

const AccountContext = createContext<AccountControl | null>(null);

/** Initial state of the page. An account that needs no prompt opens at once. */
function initialState(): AccountState {
  const saved = readSaved(localStorage);
  if (saved === null) return { kind: 'none' };
  return { kind: opensSilently(saved, sessionStorage) ? 'opening' : 'closed', saved };
}

export function AccountProvider({ children }: { readonly children: ReactNode }) {
  const queries = useQueryClient();
  const [state, setState] = useState<AccountState>(initialState);
  const [freshKey, setFreshKey] = useState<string | null>(null);
  const open = useOpening(setState);

  // A known account opens when the page loads, and follows changes made in other tabs.
  useEffect(() => {
    const saved = readSaved(localStorage);
    if (saved !== null) open(saved, { isSilent: true });
    const follow = ({ key }: StorageEvent): void => {
      if (key !== ACCOUNT_ITEM && key !== null) return;
      const other = readSaved(localStorage);
      if (other === null) setState({ kind: 'none' });
      else open(other, { isSilent: true });
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [open]);

  const account = state.kind === 'open' ? state.account : null;
  const device = state.kind === 'open' && state.saved.kind === 'device' ? state.saved : null;
  useEffect(() => {
    // A device that was revoked, or whose session is over, has to sign in again.
    const ended = (): void => {
      if (device === null) return;
      open(device, { isSilent: true });
      void queries.invalidateQueries();
    };
    return account === null ? undefined : followAccount(account, queries, ended);
  }, [account, device, queries, open]);

  const close = useCallback(
    (saved: SavedAccount): void => {
      leave(saved, queries);
      const closed = { ...saved, isSignedOut: true };
      writeSaved(localStorage, closed);
      setState({ kind: 'closed', saved: closed });
    },
    [queries],
  );

  const lent = state.kind === 'open' && state.saved.kind === 'wallet' ? state.saved : null;
  useEffect(() => {
    if (lent === null) return;
    return followWallet(lent, () => {
      close(lent);
      showToast({ tone: 'bad', title: `${lent.name} lends another account now`, text: 'Sign in to go on with it.' });
    });
  }, [lent, close]);

  const control = useMemo((): AccountControl => {
    const saved = 'saved' in state ? state.saved : null;
    const openKey = (privateKey: string): void => {
      const found = loadOpenAccount().then(({ addressOfKey }): SavedAccount => {
        const address = addressOfKey(privateKey);
        return { kind: 'key', privateKey, address, tradesFrom: null, isSignedOut: false };
      });
      open(found);
    };
    return {
      state,
      account,
      freshKey,
      dismissFreshKey: () => setFreshKey(null),
      start: () => {
        // A second click must not make a second key.
        if (state.kind === 'opening' || saved !== null) return;
        if (HAS_PEOPLE) return location.assign('/app/join');
        const privateKey = makeKey();
        setFreshKey(privateKey);
        openKey(privateKey);
      },
      importKey: (text) => {
        const privateKey = readKeyText(text);
        if (privateKey !== null) openKey(privateKey);
        return privateKey !== null;
      },
      connectWallet: (wallet) => open(loadOpenAccount().then(({ askWallet }) => askWallet(wallet))),
      signIn: () => {
        if (saved?.kind === 'wallet')
          open(
            loadOpenAccount().then(({ askAgain }) => askAgain(saved)),
            { known: saved },
          );
        else if (saved !== null) open({ ...saved, isSignedOut: false });
      },
      signOut: () => {
        if (saved !== null) close(saved);
      },
      forget: () => {
        if (saved !== null) leave(saved, queries);
        removeSaved(localStorage);
        setFreshKey(null);
        setState({ kind: 'none' });
      },
      renew: () => {
        if (saved !== null && state.kind !== 'closed') open(saved, { isSilent: true });
      },
      tradeFrom: (wallet) => {
        if (saved !== null) open({ ...saved, tradesFrom: wallet });
      },
    };
  }, [state, account, freshKey, open, close, queries]);

  return <AccountContext value={control}>{children}</AccountContext>;
}

function leave({ address }: SavedAccount, queries: QueryClient): void {
  writeCredentials(sessionStorage, address, null);
  queries.removeQueries({ queryKey: KEYS.account(address) });
}

interface OpenOptions {
  /** True to never prompt the user. */
  readonly isSilent?: boolean;
  /** The saved account as known so far, while `wanted` is still resolving. */
  readonly known?: SavedAccount;
}

type Open = (wanted: SavedAccount | Promise<SavedAccount>, options?: OpenOptions) => void;

/** Returns a function that opens an account. If several attempts overlap, only the last one takes effect. */
function useOpening(setState: (state: AccountState) => void): Open {
  const attempt = useRef(0);
  const shown = useClock();
  // Signatures carry timestamps in seconds. These have to advance even while a sandbox's clock stands still.
  const [clock] = useState(() => (isSandbox() ? new VenueClock() : shown));
  return useCallback(
    (wanted, { isSilent = false, known } = {}) => {
      attempt.current += 1;
      const own = attempt.current;
      const set = (state: AccountState): void => {
        if (attempt.current === own) setState(state);
      };
      const run = async (): Promise<void> => {
        let saved = known ?? null;
        try {
          saved = await wanted;
          if (isSilent && !opensSilently(saved, sessionStorage)) return set({ kind: 'closed', saved });
          set({ kind: 'opening', saved });
          // The key is saved before its first use: if the page closes now, the account it opens must not be lost.
          writeSaved(localStorage, saved);
          const { openAccount } = await loadOpenAccount();
          const account = await openAccount(saved, sessionStorage, clock);
          set({ kind: 'open', saved, account });
        } catch (error) {
          set({ kind: 'failed', saved, reason: signingText(error) });
        }
      };
      if (!isSilent) set({ kind: 'opening', saved: wanted instanceof Promise ? (known ?? null) : wanted });
      void run();
    },
    [setState, clock],
  );
}

export function useAccountControl(): AccountControl {
  const control = use(AccountContext);
  if (control === null) throw new Error('useAccount needs an AccountProvider above');
  return control;
}

export function useAccount(): Account | null {
  return useAccountControl().account;
}
