/** A signed-in account. */
import type { Client } from '@bellwether/sdk';

export interface Account {
  /** Address of the signer. */
  readonly address: string;
  /** Wallet that holds the funds. */
  readonly wallet: string;
  /** Client that signs and sends requests for the account. */
  readonly client: Client;
}
