/** Accounts of a scenario: their wallets follow from a key, or from the seed where no one else is to trade with them. */
import { createHash } from 'node:crypto';
import type { ScenarioAccount } from '@bellwether/contract';
import { type Address, address } from '@bellwether/engine';
import { addressOfKey } from '../../../adapters/signature-pool/key-address.ts';

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
    apiKey: `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`,
    balance: Math.round(balance * 1e6),
  };
}
