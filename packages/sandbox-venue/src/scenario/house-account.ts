/** Accounts of a scenario. Their wallets derive from a given key, or from the seed for accounts that no client uses. */
import type { ScenarioAccount } from '@bellwether/contract';
import { type Address, address } from '@bellwether/engine';
import { addressOfKey } from '@bellwether/gateway/adapters/signature-pool/key-address.ts';
import { scenarioApiKey, scenarioDigits } from '@bellwether/venue/ops/house-commands.ts';
import { SandboxRefused } from '../control.ts';

export interface HouseAccount {
  readonly name: string;
  readonly address: Address;
  /** API key for orders that the account places by itself: no secret matches it. */
  readonly apiKey: string;
  /** Balance in micro-units. */
  readonly balance: number;
}

/** Derives an account of a scenario. Throws `SandboxRefused` if its key is not valid. */
export async function houseAccount({ name, key, balance }: ScenarioAccount, seed: number): Promise<HouseAccount> {
  const own = key ?? `0x${scenarioDigits(seed, name)}`;
  return {
    name,
    address: address(await addressOf(name, own)),
    apiKey: scenarioApiKey(seed, name),
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
