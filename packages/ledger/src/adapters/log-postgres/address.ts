/**
 * Address of the journal: `postgres://user:password@host:port,host:port/database?sslmode=…`, with one server or several of
 * which one is the primary. Only parameters that locate a server are accepted: this program chooses the session settings.
 */

export interface PostgresAddress {
  /** One for each server. */
  readonly urls: readonly string[];
  /** Servers and database, for people: without user and password. */
  readonly shown: string;
}

/** Accepted parameters. Others could change the meaning of a commit. */
const PARAMETERS: ReadonlySet<string> = new Set(['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'host']);

const FORM = /^(postgres(?:ql)?:\/\/)(?:([^@/?]*)@)?([^@/?]*)\/([^/?@]+)(\?[^#]*)?$/;

/** Throws an `Error` that repeats nothing of the text, because it may contain a password. */
export function parseAddress(text: string): PostgresAddress {
  const [, scheme, credentials, hosts, database, query = ''] = FORM.exec(text) ?? [];
  if (scheme === undefined || hosts === undefined || database === undefined) throw malformed();
  const servers = hosts.split(',');
  const parameters = new URLSearchParams(query);
  for (const name of parameters.keys()) {
    if (!PARAMETERS.has(name)) throw malformed(`; its parameters may be ${[...PARAMETERS].join(', ')}`);
  }
  const user = credentials === undefined ? '' : `${credentials}@`;
  const urls = servers.map((server) => `${scheme}${user}${server}/${database}${query}`);
  if (!urls.every((url) => URL.canParse(url))) throw malformed();
  const places = servers.map((server) => (server === '' ? (parameters.get('host') ?? 'localhost') : server));
  return { urls, shown: `${places.join(', ')}, database ${database}` };
}

function malformed(more = ''): Error {
  return new Error(`the address of a journal must be postgres://user:password@host:port/database${more}`);
}
