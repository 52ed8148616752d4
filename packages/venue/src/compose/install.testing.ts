/** An install for tests, always the same, and settings for gateways on it. */
import { type ProfileKind, venueProfile } from '@bellwether/contract';
import { micros } from '@bellwether/engine';
import type { SignaturePool } from '@bellwether/gateway/adapters/signature-pool/pool.ts';
import { PROFILE_PREFIXES } from '../config/profile.ts';
import { type GatewayAdapters, type Install, prepareInstall, type SignatureTerms } from './dependencies.ts';

/** Address that ties signatures to this install in the default profile. */
export const VERIFYING_CONTRACT = '0x00000000000000000000000000000000000b0b0b';

const SECRETS = { verifyingContract: VERIFYING_CONTRACT, masterKey: new Uint8Array(32).fill(7) };

export function installOf(
  profile: ProfileKind,
  openSignatures: (terms: SignatureTerms) => Promise<SignaturePool>,
): Promise<Install> {
  return prepareInstall({ profile, chain137: 'off' }, SECRETS, openSignatures);
}

/** Settings of a venue without caps. `profile` and `announced` as `BELLWETHER_PROFILE` and `BELLWETHER_ANNOUNCED`. */
export function settingsOf(profile: string, announced: readonly string[] = []): GatewayAdapters['config'] {
  const terms = venueProfile(profile, announced);
  return {
    ...terms,
    lendsWallets: false,
    name: 'Bellwether',
    currency: '$',
    ...{ accent: '', logo: '', welcome: '', terms: '' },
    join: 'open',
    reads: 'public',
    startingBalance: micros(1_000_000_000),
    dataAllowlist: null,
    trustProxy: [],
    authPrefixes: PROFILE_PREFIXES[terms.profile],
    corsOrigins: [],
    hosts: new Map(),
    limits: null,
    journal: null,
    toleranceSeconds: { past: 60, future: 5 },
  };
}
