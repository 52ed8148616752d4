/** The programs of `docs/BRING-YOUR-BOT.md`, with this venue's address and chain in them. */
import starts from './starts.json' with { type: 'json' };

/** One client's first program. `starts.json` is written by `npm run compatibility:table`. */
export interface Start {
  /** The package. */
  readonly client: string;
  readonly does: string;
  /** What to know of it before; empty if nothing. */
  readonly note: string;
  /** Settings that the venue needs besides its profile, as `NAME=value` with spaces between; empty if none. */
  readonly settings: string;
  readonly install: string;
  readonly program: string;
}

export const STARTS: readonly Start[] = starts;

/** What the programs are written for. */
const WRITTEN_FOR = { address: '127.0.0.1:8080', chain: '80_002' };

/** Of `GET /venue`, what tells its profile. */
interface ProfileSigns {
  readonly authPrefixes: readonly string[];
  readonly domain: { readonly name: string };
}

/** Whether the venue takes the headers and signatures of the public clients: their profile. */
export const fitsClients = ({ authPrefixes, domain }: ProfileSigns): boolean =>
  authPrefixes.includes('POLY_') && domain.name !== 'Bellwether Exchange';

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
    .replaceAll(WRITTEN_FOR.chain, chainId === null ? WRITTEN_FOR.chain : String(chainId));
}

/** What a heading's address ends with: `polymarket-client` of `@polymarket/client`. */
export const anchorOf = (client: string): string => client.replace(/^@/, '').replaceAll('/', '-');
