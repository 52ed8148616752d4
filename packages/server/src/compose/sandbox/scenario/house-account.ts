/** Accounts of a scenario: their wallets follow from a key, or from the seed where no one else is to trade with them. */
import { createHash } from 'node:crypto';
import type { ScenarioAccount } from '@bellwether/contract';
import { type Address, address } from '@bellwether/engine';
import { addressOfKey } from '../../../adapters/signature-pool/key-address.ts';
import { unsignedApiKey } from '../../../ops/house-commands.ts';
import { SandboxRefused } from '../../../ports/sandbox.ts';

export interface HouseAccount {
  readonly name: string;
  readonly address: Address;
  /** For orders that it places by itself: no secret fits it. */
  readonly apiKey: string;
  /** Micro-units. */
  readonly balance: number;
}

/** Throws `SandboxRefused`. */
export async function houseAccount({ name, key, balance }: ScenarioAccount, seed: number): Promise<HouseAccount> {
  const digits = createHash('sha256').update(`bellwether scenario ${seed}: ${name}`).digest('hex');
  const own = key ?? `0x${digits}`;
  return {
    name,
    address: address(await addressOf(name, own)),
    apiKey: unsignedApiKey(digits),
    balance: Math.round(balance * 1e6),
  };
}

async function addressOf(name: string, key: string): Promise<string> {
  try {
    return await addressOfKey(Buffer.from(key.slice(2), 'hex'));
  } catch {
    throw new SandboxRefused(
      `accounts: the key of ${name} is not one: it must be above 0 and below the order of secp256k1`,
    );
  }
}
