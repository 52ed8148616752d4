/** The programs of `docs/BRING-YOUR-BOT.md`, with this venue's address and chain in them. */
import starts from './starts.json' with { type: 'json' };

/** One client's first program. `starts.json` is written by `npm run compatibility:table`. */
export interface Start {
  /** The package. */
  readonly client: string;
  readonly does: string;
  /** The lowest Node that its package says it runs on, as `20.10`; empty if it says none. */
  readonly node: string;
  /** What to know of it before, code in backticks; empty if nothing. */
  readonly note: string;
  /** What the venue must be started with in `BELLWETHER_CHAIN_137`, at least: `off`, `sign-in` or `on`. */
  readonly chain137: string;
  /** How the venue is started for it. */
  readonly command: string;
  readonly install: string;
  readonly program: string;
}

export const STARTS: readonly Start[] = starts;

/** What the programs are written for. */
const WRITTEN_FOR = { address: '127.0.0.1:8080', chain: '80002', chainName: 'polygonAmoy' };

/** The chain on which the same contracts hold real money, and its name in viem. */
const MAIN_CHAIN = { id: 137, name: 'polygon' };

/** Of `GET /venue`, what tells its profile. */
interface ProfileSigns {
  readonly authPrefixes: readonly string[];
  readonly domain: { readonly name: string };
}

/** Whether the venue takes the headers and signatures of the public clients: their profile. */
export const fitsClients = ({ authPrefixes, domain }: ProfileSigns): boolean =>
  authPrefixes.includes('POLY_') && domain.name !== 'Bellwether Exchange';

/** Of `GET /venue`, for which chains it takes signatures. */
interface ChainSigns {
  readonly chainId: number;
  readonly signInChainIds: readonly number[];
}

/** Whether the venue takes what the program signs for chain 137. */
export function takesChain({ chainId, signInChainIds }: ChainSigns, { chain137 }: Pick<Start, 'chain137'>): boolean {
  if (chain137 === 'off') return true;
  return chainId === MAIN_CHAIN.id || (chain137 === 'sign-in' && signInChainIds.includes(MAIN_CHAIN.id));
}

/**
 * `text` for the venue at `origin` (`https://venue.example`).
 *
 * @param chainId the venue's; null: as it is written
 */
export function forVenue(text: string, origin: string, chainId: number | null): string {
  const { protocol, host } = new URL(origin);
  const feeds = protocol === 'https:' ? 'wss:' : 'ws:';
  return text
    .replaceAll(`http://${WRITTEN_FOR.address}`, `${protocol}//${host}`)
    .replaceAll(`ws://${WRITTEN_FOR.address}`, `${feeds}//${host}`)
    .replaceAll(WRITTEN_FOR.chain, chainId === null ? WRITTEN_FOR.chain : String(chainId))
    .replaceAll(WRITTEN_FOR.chainName, chainId === MAIN_CHAIN.id ? MAIN_CHAIN.name : WRITTEN_FOR.chainName);
}

/** What a heading's address ends with: `polymarket-client` of `@polymarket/client`. */
export const anchorOf = (client: string): string => client.replace(/^@/, '').replaceAll('/', '-');
