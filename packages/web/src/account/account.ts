/** An account that is signed in. */
import type { Client } from '@bellwether/sdk';

export interface Account {
  /** Address that signs. */
  readonly address: string;
  /** Wallet that holds the funds. */
  readonly wallet: string;
  /** Signs and sends for the account. */
  readonly client: Client;
}
