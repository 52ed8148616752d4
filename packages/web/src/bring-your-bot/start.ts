/** The programs of `docs/guides/bring-your-bot.md`, adapted to this venue's address and chain. */
import starts from './starts.json' with { type: 'json' };

/** The first program for one client library. `npm run compatibility:table` generates `starts.json`. */
export interface Start {
  /** Name of the npm package. */
  readonly client: string;
  readonly does: string;
  /** Lowest Node version that the package declares, such as `20.10`; empty if it declares none. */
  readonly node: string;
  /** Caveat to read first, with code in backticks; empty if there is none. */
  readonly note: string;
  /** Minimum value of the venue's `BELLWETHER_CHAIN_137`: `off`, `sign-in` or `on`. */
  readonly chain137: string;
  /** Command that starts a suitable venue. */
  readonly command: string;
  readonly install: string;
  readonly program: string;
}

export const STARTS: readonly Start[] = starts;

/** Address and chain that the programs are written for. */
const WRITTEN_FOR = { address: '127.0.0.1:8080', chain: '80002', chainName: 'polygonAmoy' };

/** The chain where the same contracts hold real money, and its name in viem. */
const MAIN_CHAIN = { id: 137, name: 'polygon' };

/** Fields of `GET /venue` that identify the venue's profile. */
interface ProfileSigns {
  readonly authPrefixes: readonly string[];
  readonly domain: { readonly name: string };
}

/** True if the venue's profile accepts the headers and signatures of the public clients. */
export const fitsClients = ({ authPrefixes, domain }: ProfileSigns): boolean =>
  authPrefixes.includes('POLY_') && domain.name !== 'Bellwether Exchange';

/** Fields of `GET /venue` that list the accepted signing chains. */
type ChainSigns = { readonly chainId: number; readonly signInChainIds: readonly number[] };

/** True if the venue accepts the program's signatures for chain 137. */
export function takesChain({ chainId, signInChainIds }: ChainSigns, { chain137 }: Pick<Start, 'chain137'>): boolean {
  if (chain137 === 'off') return true;
  return chainId === MAIN_CHAIN.id || (chain137 === 'sign-in' && signInChainIds.includes(MAIN_CHAIN.id));
}

/**
 * Returns `text` adapted to the venue at `origin` (`https://venue.example`).
 *
 * @param chainId chain of the venue; null leaves the chain as written
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

/** Returns the URL fragment of a heading: `polymarket-client` for `@polymarket/client`. */
export const anchorOf = (client: string): string => client.replace(/^@/, '').replaceAll('/', '-');
