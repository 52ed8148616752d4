/** Accounts of a scenario: their wallets follow from a key, or from the seed where no one else is to trade with them. */
import { createHash } from 'node:crypto';
import type { ScenarioAccount } from '@bellwether/contract';
import { type Address, address } from '@bellwether/engine';
import { addressOfKey } from '../../../adapters/signature-pool/key-address.ts';
import { unsignedApiKey } from '../../../ops/house-commands.ts';

export interface HouseAccount {
  readonly name: string;
  readonly address: Address;
  /** For orders that it places by itself: no secret fits it. */
  readonly apiKey: string;
  /** Micro-units. */
  readonly balance: number;
}

export async function houseAccount({ name, key, balance }: ScenarioAccount, seed: number): Promise<HouseAccount> {
  const digits = createHash('sha256').update(`bellwether scenario ${seed}: ${name}`).digest('hex');
  const own = key ?? `0x${digits}`;
  return {
    name,
    address: address(await addressOfKey(Buffer.from(own.slice(2), 'hex'))),
    apiKey: unsignedApiKey(digits),
    balance: Math.round(balance * 1e6),
  };
}
