/** Events of keys. The open orders of a key that may no longer trade are cancelled in the same entry. */
import type { Address, WalletId } from '../units/units.ts';

/** The key may sign for the wallet until `expiration`. Replaces an earlier key of the same address. */
export interface KeyAdded {
  readonly kind: 'KeyAdded';
  readonly wallet: WalletId;
  readonly key: Address;
  readonly label: string;
  readonly scopes: readonly string[];
  /** Unix seconds. */
  readonly expiration: number;
}

/** The key has come to its end. It stays known, so that refusals can say so, until it is revoked or makes room. */
export interface KeyEnded {
  readonly kind: 'KeyEnded';
  readonly wallet: WalletId;
  readonly key: Address;
}

/** The key is gone: its owner revoked it, or another one took the place of an ended key. */
export interface KeyRevoked {
  readonly kind: 'KeyRevoked';
  readonly wallet: WalletId;
  readonly key: Address;
}

export type KeyEvent = KeyAdded | KeyEnded | KeyRevoked;
