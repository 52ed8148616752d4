/**
 * All configuration, read once from the environment. An invalid value stops the process with one line that names it.
 * Nothing else in the server reads environment variables.
 */
import { readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { resolve } from 'node:path';
import { type CapTable, capTable } from '@bellwether/contract/caps';
import type { Service } from '@bellwether/contract/hosts';
import {
  ANNOUNCED_IDS,
  PROFILE_NAMES,
  type ProfileKind,
  type VenueProfile,
  venueProfile,
} from '@bellwether/contract/profiles';
import type { VenueMode } from '@bellwether/engine';
import type { ClusterPlace, JournalDatabase } from '@bellwether/ports/journal-place.ts';
import { ConfigError } from './config/config-error.ts';
import { readHosts } from './config/hosts.ts';
import { readCluster, readJournal } from './config/journal.ts';
import { readLimitsFile } from './config/limits-file.ts';
import { CHAIN_137_USES, type Chain137Use, PROFILE_PREFIXES } from './config/profile.ts';
import { FIELD_OF, FILE_FIELDS, SET_UP_FIELDS, SETTING_NAMES } from './config/settings.ts';
import { checkSignIn, readSignIn, type SignInConfig } from './config/sign-in.ts';
import {
  type ConfigFile,
  readConfigFile,
  readVenueSettings,
  type VenueField,
  type VenueSettings,
} from './config/venue-settings.ts';

export interface Config extends VenueSettings, VenueProfile {
  /** Signatures for chain 137 that the venue accepts; `off` outside the profile `polymarket`. */
  readonly chain137: Chain137Use;
  readonly host: string;
  /** Port to listen on; 0 picks a free one. */
  readonly port: number;
  /** Absolute path of the data folder. */
  readonly dataDir: string;
  /** Database that holds the journal; null if the journal is in the data folder. */
  readonly journal: JournalDatabase | null;
  /** Place of this node among the nodes of a venue; null for a venue with a single node. */
  readonly cluster: ClusterPlace | null;
  /** True if `serve` runs a sandbox, a venue with a manual clock. */
  readonly sandbox: boolean;
  /** True if the venue loads the demo catalog into an empty folder and runs house traders. */
  readonly demo: boolean;
  /** True if an unknown maker wallet is lent to the first account whose correctly signed order names it. Demo only. */
  readonly lendsWallets: boolean;
  /** True if an empty data folder gets a past of ninety days. Needs the demo and a journal in the data folder. */
  readonly demoPast: boolean;
  /** Admin token; null: generated once and kept in the data folder. */
  readonly adminToken: string | null;
  /** 32-byte key from which API credentials derive; null: generated once and kept in the data folder. */
  readonly masterKey: Uint8Array | null;
  /** True if a setting or the file says one of the values that the set-up page asks for. */
  readonly isSetUp: boolean;
  /** Addresses that may read trades and holders; null allows everyone. */
  readonly dataAllowlist: BlockList | null;
  /** CIDRs of the proxies that may set `X-Forwarded-For`. */
  readonly trustProxy: readonly string[];
  /** Origins allowed to call routes that are not open to every web page. */
  readonly corsOrigins: readonly string[];
  /** Lower-case host names for clients that expect a separate host for each service. */
  readonly hosts: ReadonlyMap<string, Service>;
  /** Request caps; null for none. */
  readonly limits: CapTable | null;
  /** Accepted prefixes of authentication headers, for example `SERVICE_`. */
  readonly authPrefixes: readonly string[];
  /** Seconds that the timestamp of an authenticated request may lie behind or ahead of the clock. */
  readonly toleranceSeconds: { readonly past: number; readonly future: number };
  /** Address at which people reach the venue, without a path; null: where it listens. */
  readonly url: string | null;
  readonly signIn: SignInConfig;
  /** True if hooks may lead to private addresses. */
  readonly hooksPrivate: boolean;
  readonly signatureWorkers: number;
  /** Journal entries between two snapshots. */
  readonly snapshotEvery: number;
  /** Mode that a start sets before clients can reach the venue; null: as it was. */
  readonly mode: VenueMode | null;
  /** Seconds between two pings on each connection of the live feeds. */
  readonly feedPingSeconds: number;
  readonly logLevel: string;
}

export { ConfigError };

type Environment = Readonly<Record<string, string | undefined>>;

/** Default data folder, relative to the working directory. */
export const DEFAULT_DATA_DIR = './data';

const MODES: readonly VenueMode[] = ['open', 'post_only', 'cancel_only', 'disabled'];
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Settings of earlier versions and their replacements. */
const REMOVED: ReadonlyMap<string, string> = new Map([
  [
    'BELLWETHER_GATEWAYS',
    'a process has one gateway, and a venue that needs more runs several nodes (docs/guides/several-nodes.md): remove this setting',
  ],
]);

/** Reads the data folder and the journal's place, as commands that run no venue need them. Throws `ConfigError`. */
export function readPlace(environment: Environment): Pick<Config, 'dataDir' | 'journal'> {
  return readSettings(environment, false, null);
}

/** Reads the configuration. `demoByDefault` is what `BELLWETHER_DEMO` means when it is not set. Throws `ConfigError`. */
export function readConfig(environment: Environment, demoByDefault: boolean): Config {
  const file = readConfigFile(dataDirOf(environment), text(environment, 'BELLWETHER_CONFIG'));
  const config = readSettings(environment, demoByDefault, file);
  checkSignIn(config.join, config.signIn);
  return config;
}

const dataDirOf = (environment: Environment): string =>
  resolve(text(environment, 'BELLWETHER_DATA_DIR') ?? DEFAULT_DATA_DIR);

function readSettings(environment: Environment, demoByDefault: boolean, file: ConfigFile | null): Config {
  for (const name of Object.keys(environment)) {
    if (!name.startsWith('BELLWETHER_') || SETTING_NAMES.has(name)) continue;
    const removed = REMOVED.get(name);
    throw new ConfigError(
      removed === undefined ? `${name} is not a setting of this venue` : `${name} is gone: ${removed}`,
    );
  }
  const demo = readChoice(environment, 'BELLWETHER_DEMO', ['on', 'off'], demoByDefault ? 'on' : 'off') === 'on';
  const lending = readChoice(environment, 'BELLWETHER_DEMO_LENDING', ['on', 'off'], 'on') === 'on';
  const past = readChoice(environment, 'BELLWETHER_DEMO_PAST', ['on', 'off'], 'on') === 'on';
  const allowed = readCidrs(environment, 'BELLWETHER_DATA_ALLOWLIST');
  const journal = readJournal(environment);
  const terms = readProfile(environment);
  return {
    ...terms,
    chain137: readChain137(environment, terms.profile),
    host: text(environment, 'BELLWETHER_HOST') ?? '127.0.0.1',
    port: readInteger(environment, 'BELLWETHER_PORT', 8080, 0, 65_535),
    dataDir: dataDirOf(environment),
    journal,
    cluster: readCluster(environment),
    sandbox: readChoice(environment, 'BELLWETHER_SANDBOX', ['on', 'off'], 'off') === 'on',
    demo,
    lendsWallets: demo && lending,
    demoPast: demo && past && journal === null,
    adminToken: readAdminToken(environment),
    masterKey: readMasterKey(environment),
    ...venueSettings(environment, file, demo ? '10000' : '0'),
    isSetUp:
      file !== null || SET_UP_FIELDS.some((field) => text(environment, FILE_FIELDS.get(field) ?? '') !== undefined),
    dataAllowlist: allowed.length === 0 ? null : blockList(allowed),
    trustProxy: readProxies(environment),
    corsOrigins: readOrigins(environment),
    hosts: readHosts(text(environment, 'BELLWETHER_HOSTS') ?? ''),
    limits: readLimits(environment),
    authPrefixes: readPrefixes(environment, terms.profile),
    toleranceSeconds: {
      past: readInteger(environment, 'BELLWETHER_AUTH_TOLERANCE_PAST', 60, 1, 3600),
      future: readInteger(environment, 'BELLWETHER_AUTH_TOLERANCE_FUTURE', 5, 0, 3600),
    },
    url: readUrl(environment),
    signIn: readSignIn((name) => text(environment, name) ?? file?.fields[FIELD_OF.get(name) ?? '']),
    hooksPrivate: readChoice(environment, 'BELLWETHER_HOOKS_PRIVATE', ['allow', 'refuse'], 'refuse') === 'allow',
    signatureWorkers: readInteger(environment, 'BELLWETHER_SIGNATURE_WORKERS', 1, 1, 4),
    mode: readMode(environment),
    snapshotEvery: readInteger(environment, 'BELLWETHER_SNAPSHOT_EVERY', 100_000, 100, 100_000_000),
    feedPingSeconds: readInteger(environment, 'BELLWETHER_FEED_PING_SECONDS', 15, 1, 60),
    logLevel: readChoice(environment, 'BELLWETHER_LOG_LEVEL', LOG_LEVELS, 'warn'),
  };
}

/** The value of a variable; undefined when it is unset or empty. */
function text(environment: Environment, name: string): string | undefined {
  const value = environment[name]?.trim();
  return value === '' ? undefined : value;
}

function readInteger(environment: Environment, name: string, fallback: number, least: number, most: number): number {
  const value = text(environment, name);
  if (value === undefined) return fallback;
  const number = Number(value);
  if (!/^[0-9]{1,9}$/.test(value) || number < least || number > most) {
    throw new ConfigError(`${name} must be an integer from ${least} to ${most}, not "${value}"`);
  }
  return number;
}

function readChoice(environment: Environment, name: string, choices: readonly string[], fallback: string): string {
  const value = text(environment, name) ?? fallback;
  if (choices.includes(value)) return value;
  throw new ConfigError(`${name} must be one of ${choices.join(', ')}, not "${value}"`);
}

/** Reads `BELLWETHER_MODE`; null if it is not set. */
function readMode(environment: Environment): VenueMode | null {
  if (text(environment, 'BELLWETHER_MODE') === undefined) return null;
  return readChoice(environment, 'BELLWETHER_MODE', MODES, '') as VenueMode;
}

/** Reads the profile, and the announced changes that the venue has already. */
function readProfile(environment: Environment): VenueProfile {
  const name = readChoice(environment, 'BELLWETHER_PROFILE', PROFILE_NAMES, 'bellwether');
  const given = text(environment, 'BELLWETHER_ANNOUNCED')?.split(',') ?? [];
  const announced = given.map((id) => id.trim());
  const unknown = announced.find((id) => !ANNOUNCED_IDS.includes(id));
  if (unknown === undefined) return venueProfile(name, announced);
  throw new ConfigError(`BELLWETHER_ANNOUNCED must be a comma list of ${ANNOUNCED_IDS.join(', ')}, not "${unknown}"`);
}

/**
 * Reads `BELLWETHER_CHAIN_137`. Only the profile `polymarket` has clients that need it; elsewhere it would be a risk
 * without a use.
 */
function readChain137(environment: Environment, profile: ProfileKind): Chain137Use {
  const use = readChoice(environment, 'BELLWETHER_CHAIN_137', CHAIN_137_USES, 'off') as Chain137Use;
  if (use === 'off' || profile === 'polymarket') return use;
  throw new ConfigError(`BELLWETHER_CHAIN_137=${use} needs BELLWETHER_PROFILE=polymarket`);
}

/** The environment's value of each field, or else the file's. */
function venueSettings(environment: Environment, file: ConfigFile | null, defaultBalance: string): VenueSettings {
  const given = [...FILE_FIELDS].flatMap(([field, name]) => {
    const value = text(environment, name);
    return value === undefined ? [] : [[field, value] as const];
  });
  const fields = { ...file?.fields, ...Object.fromEntries(given) };
  return readVenueSettings(fields, (field: VenueField) => FILE_FIELDS.get(field) ?? field, defaultBalance);
}

function readAdminToken(environment: Environment): string | null {
  const value = text(environment, 'BELLWETHER_ADMIN_TOKEN');
  if (value === undefined) return null;
  if (/^[\x21-\x7e]{16,256}$/.test(value)) return value;
  throw new ConfigError('BELLWETHER_ADMIN_TOKEN must be 16 to 256 visible ASCII characters without spaces');
}

function readMasterKey(environment: Environment): Uint8Array | null {
  const value = text(environment, 'BELLWETHER_MASTER_KEY');
  if (value === undefined) return null;
  if (/^[0-9a-fA-F]{64}$/.test(value)) return Buffer.from(value, 'hex');
  throw new ConfigError('BELLWETHER_MASTER_KEY must be 64 hexadecimal digits');
}

function readPrefixes(environment: Environment, profile: ProfileKind): string[] {
  const value = text(environment, 'BELLWETHER_AUTH_PREFIXES') ?? PROFILE_PREFIXES[profile].join(',');
  const prefixes = value.split(',').map((prefix) => prefix.trim());
  if (prefixes.every((prefix) => /^[A-Z][A-Z0-9_]{0,30}_$/.test(prefix)) && new Set(prefixes).size === prefixes.length)
    return prefixes;
  throw new ConfigError(`BELLWETHER_AUTH_PREFIXES must be different upper-case names that end in _, not "${value}"`);
}

function readCidrs(environment: Environment, name: string): string[] {
  const value = text(environment, name);
  if (value === undefined) return [];
  return value.split(',').map((item) => {
    const cidr = item.trim();
    const [address = '', bits, ...rest] = cidr.split('/');
    const version = isIP(address);
    const most = version === 4 ? 32 : 128;
    const right =
      version !== 0 && rest.length === 0 && (bits === undefined || (/^[0-9]{1,3}$/.test(bits) && Number(bits) <= most));
    if (!right) throw new ConfigError(`${name} must be a comma list of CIDRs such as 10.0.0.0/8, not "${cidr}"`);
    return bits === undefined ? `${address}/${most}` : cidr;
  });
}

function blockList(cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [address = '', bits = ''] = cidr.split('/');
    list.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}

/** CIDRs of the trusted proxies. Trusting the whole address space would let every client choose its own address. */
function readProxies(environment: Environment): string[] {
  const cidrs = readCidrs(environment, 'BELLWETHER_TRUST_PROXY');
  const whole = cidrs.find((cidr) => cidr.endsWith('/0'));
  if (whole === undefined) return cidrs;
  throw new ConfigError(`BELLWETHER_TRUST_PROXY must name your proxies, not every address: "${whole}"`);
}

/**
 * Exact origins as browsers send them. Every page may read public data already; `*` would open everything else as well.
 */
function readOrigins(environment: Environment): string[] {
  const value = text(environment, 'BELLWETHER_CORS_ORIGINS');
  if (value === undefined) return [];
  return value.split(',').map((item) => {
    const origin = item.trim();
    if (/^https?:\/\//.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin) return origin;
    throw new ConfigError(
      `BELLWETHER_CORS_ORIGINS must be a comma list of origins such as https://desk.example, without a path, not "${origin}"`,
    );
  });
}

/** Reads `BELLWETHER_URL`: an origin, because the page's paths are fixed. */
function readUrl(environment: Environment): string | null {
  const value = text(environment, 'BELLWETHER_URL')?.replace(/\/$/, '');
  if (value === undefined) return null;
  if (/^https?:\/\//.test(value) && URL.canParse(value) && new URL(value).origin === value) return value;
  throw new ConfigError(
    `BELLWETHER_URL must be an address such as https://venue.example, without a path, not "${value}"`,
  );
}

/** Caps in force: the built-in ones, with rows replaced from a file, or none. */
function readLimits(environment: Environment): CapTable | null {
  const value = text(environment, 'BELLWETHER_LIMITS');
  if (value === undefined) return capTable();
  if (value === 'off') return null;
  const file = readLimitsText(value);
  try {
    return readLimitsFile(file);
  } catch (error) {
    throw new ConfigError(
      `BELLWETHER_LIMITS, file ${value}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function readLimitsText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new ConfigError(`BELLWETHER_LIMITS must be "off" or the path of a readable JSON file, not "${path}"`);
  }
}
