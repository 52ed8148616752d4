/**
 * Every setting of the venue, described once. `config.ts` accepts no other name, and `npm run docs:reference` writes
 * docs/reference/settings.md from this table. Texts are Markdown; `see` is a page below `docs/`.
 */
export interface Setting {
  readonly name: string;
  /** Default, as the page shows it. */
  readonly fallback: string;
  /** Values and effect, in full sentences. */
  readonly meaning: string;
  readonly see?: string;
  /** Name of the same value in `bellwether.config.json`. */
  readonly field?: string;
}

interface SettingGroup {
  readonly title: string;
  readonly settings: readonly Setting[];
}

export const SETTING_GROUPS: readonly SettingGroup[] = [
  {
    title: 'Address and storage',
    settings: [
      { name: 'BELLWETHER_HOST', fallback: '`127.0.0.1`', meaning: 'Address to listen on.' },
      {
        name: 'BELLWETHER_PORT',
        fallback: '`8080`',
        meaning: 'Port to listen on. `0` picks a free port and prints it.',
      },
      {
        name: 'BELLWETHER_DATA_DIR',
        fallback: '`./data`; `./sandbox` for a sandbox',
        meaning: 'Folder of the journal, the read store, the admin token and the keys.',
        see: 'guides/install-and-run.md#the-data-folder',
      },
      {
        name: 'BELLWETHER_SNAPSHOT_EVERY',
        fallback: '`100000`; `50000` in a sandbox',
        meaning: 'Journal entries between two snapshots, 100 to 100,000,000.',
      },
      {
        name: 'BELLWETHER_LOG_LEVEL',
        fallback: '`warn`',
        meaning: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
      },
    ],
  },
  {
    title: 'Kind of venue',
    settings: [
      {
        name: 'BELLWETHER_DEMO',
        fallback: '`on` with `npm start` and `bellwether demo`, else `off`',
        meaning: 'Loads the demo catalog into an empty folder and runs house traders.',
      },
      {
        name: 'BELLWETHER_DEMO_PAST',
        fallback: '`on`',
        meaning:
          'With the demo, an empty folder gets ninety days of simulated history. `off` starts with the catalog alone.',
        see: 'guides/install-and-run.md#the-demo',
      },
      {
        name: 'BELLWETHER_DEMO_LENDING',
        fallback: '`on`',
        meaning:
          'With the demo, an unknown maker wallet is lent to the first account that uses it. `off` refuses unknown makers, as a live venue does.',
        see: 'guides/accounts-and-keys.md#wallets-that-the-demo-lends',
      },
      {
        name: 'BELLWETHER_SANDBOX',
        fallback: '`off`',
        meaning: '`on` makes `serve` run a sandbox, as `bellwether sandbox` does.',
        see: 'reference/sandbox.md',
      },
    ],
  },
  {
    title: 'The venue itself',
    settings: [
      {
        name: 'BELLWETHER_CONFIG',
        fallback: '`bellwether.config.json` in the data folder, if it exists',
        meaning:
          'Path of a JSON file with values of this table as texts: `name`, `currency`, `accent`, `logo`, `welcome`, `terms`, `join`, `reads`, `startingBalance`, `oidcIssuer`, `oidcClientId`, `oidcClientSecret`, `oidcDomains`, `oidcGroupsClaim`, `oidcRoles`, `smtpUrl`, `smtpFrom`. A setting wins over the file; looks that Operate has set win over both. The set-up page writes the file in the data folder. In a cluster, give every node the same values.',
        see: 'guides/install-and-run.md#set-up-a-venue-of-your-own',
      },
      {
        name: 'BELLWETHER_MODE',
        fallback: 'as it was',
        meaning:
          'Mode that every start sets before clients can reach the venue, as `POST /admin/mode` does: `open`, `post_only`, `cancel_only`, `disabled`. Not for a sandbox.',
        see: 'guides/back-up-and-restore.md#restore',
      },
      {
        name: 'BELLWETHER_NAME',
        fallback: '`Bellwether`',
        meaning: 'Name on the page, in its title, in previews of shared links and in `/venue`, 1 to 60 characters.',
        field: 'name',
      },
      {
        name: 'BELLWETHER_CURRENCY',
        fallback: '`$`',
        meaning: 'Sign or word of the play money on the page, such as `€` or `points`, up to 12 characters.',
        field: 'currency',
      },
      {
        name: 'BELLWETHER_ACCENT',
        fallback: "empty: the page's own",
        meaning:
          'Colour of buttons and links, such as `#8a2f5d`. The page derives tints that can be read in both themes.',
        field: 'accent',
      },
      {
        name: 'BELLWETHER_LOGO',
        fallback: "empty: the page's own",
        meaning: 'PNG, SVG or WebP of at most 32 KiB as `data:image/png;base64,…`.',
        field: 'logo',
      },
      {
        name: 'BELLWETHER_WELCOME',
        fallback: 'empty',
        meaning: 'Words for people who come first, up to 2,000 characters.',
        field: 'welcome',
      },
      {
        name: 'BELLWETHER_TERMS',
        fallback: 'empty',
        meaning: 'Terms that people accept by joining, up to 20,000 characters; shown at `/app/terms`.',
        field: 'terms',
      },
      {
        name: 'BELLWETHER_JOIN',
        fallback: '`open`',
        meaning:
          '`open`: everyone who reaches the address may open an account. `listed`: only addresses that the operator has added. `invite`: people with a link. `approval`: people whom an operator lets in. `oidc`: people whom the provider knows.',
        see: 'guides/accounts-and-keys.md#who-may-join',
        field: 'join',
      },
      {
        name: 'BELLWETHER_READS',
        fallback: '`public`',
        meaning:
          '`public`: everyone who reaches the address may read. `members`: only who has joined; anyone else is answered 401 `members_only`.',
        see: 'guides/accounts-and-keys.md#who-may-read',
        field: 'reads',
      },
      {
        name: 'BELLWETHER_URL',
        fallback: 'where the venue listens',
        meaning:
          'Address at which people reach the venue, such as `https://venue.example`: links begin with it, and with `https` the session cookie is secure.',
        see: 'guides/accounts-and-keys.md#people',
      },
      {
        name: 'BELLWETHER_OIDC_ISSUER',
        fallback: 'none',
        meaning:
          'OpenID provider, exactly as it calls itself, such as `https://login.company.example`. Not with `open` and `listed`.',
        see: 'guides/accounts-and-keys.md#people',
        field: 'oidcIssuer',
      },
      {
        name: 'BELLWETHER_OIDC_CLIENT_ID',
        fallback: 'none',
        meaning: 'Client id.',
        field: 'oidcClientId',
      },
      {
        name: 'BELLWETHER_OIDC_CLIENT_SECRET',
        fallback: 'none',
        meaning: 'Client secret.',
        field: 'oidcClientSecret',
      },
      {
        name: 'BELLWETHER_OIDC_SCOPES',
        fallback: '`openid email profile`',
        meaning: 'Scopes.',
        field: 'oidcScopes',
      },
      {
        name: 'BELLWETHER_OIDC_DOMAINS',
        fallback: 'empty: every domain',
        meaning: 'Accepted domains of verified e-mail addresses, comma-separated.',
        field: 'oidcDomains',
      },
      {
        name: 'BELLWETHER_OIDC_GROUPS_CLAIM',
        fallback: 'none',
        meaning: 'Claim with groups.',
        field: 'oidcGroupsClaim',
      },
      {
        name: 'BELLWETHER_OIDC_ROLES',
        fallback: 'none',
        meaning: 'Roles by values of that claim or of `roles`: `desk=operator,press=editor`.',
        field: 'oidcRoles',
      },
      {
        name: 'BELLWETHER_SMTP_URL',
        fallback: 'none',
        meaning: 'Mail server: `smtp://USER:PASSWORD@HOST:PORT`, or `smtps://…`.',
        see: 'guides/accounts-and-keys.md#people',
        field: 'smtpUrl',
      },
      {
        name: 'BELLWETHER_SMTP_FROM',
        fallback: 'none',
        meaning: 'Sender: an address, or `Name <address>`.',
        field: 'smtpFrom',
      },
      {
        name: 'BELLWETHER_STARTING_BALANCE',
        fallback: '`10000` in the demo, else `0`',
        meaning: "Amount credited once to an account's own wallet and once to its deposit wallet.",
        field: 'startingBalance',
      },
    ],
  },
  {
    title: 'Public clients',
    settings: [
      {
        name: 'BELLWETHER_PROFILE',
        fallback: '`bellwether`',
        meaning:
          '`polymarket` uses the signing domain, headers and interface of the public clients; `polymarket@2026-07` and so on, those of that date.',
        see: 'reference/compatibility.md#profiles',
      },
      {
        name: 'BELLWETHER_ANNOUNCED',
        fallback: 'none',
        meaning:
          'Announced changes of the ecosystem that the venue has already, comma-separated: `orders-2026-12`, `order-version-3`.',
        see: 'reference/compatibility.md#profiles',
      },
      {
        name: 'BELLWETHER_CHAIN_137',
        fallback: '`off`',
        meaning:
          '`sign-in` or `on`, with the profile `polymarket`: accepts signatures that are valid on a real chain. Throw-away keys only.',
        see: 'guides/bring-your-bot.md#chain-137',
      },
      {
        name: 'BELLWETHER_AUTH_PREFIXES',
        fallback: 'those of the profile: `SERVICE_`, or `POLY_,SERVICE_`',
        meaning: 'Accepted prefixes of the authentication headers, comma-separated.',
      },
      {
        name: 'BELLWETHER_HOSTS',
        fallback: 'none',
        meaning: 'Host names of single services, for example `clob=clob.venue.example,gamma=gamma.venue.example`.',
        see: 'reference/compatibility.md#hosts',
      },
      {
        name: 'BELLWETHER_FEED_PING_SECONDS',
        fallback: '`15`',
        meaning:
          'Seconds between two pings on each connection of the live feeds, 1 to 60. Below 6, clients that answer late are disconnected, such as the client of the activity feed.',
      },
    ],
  },
  {
    title: 'Keys and access',
    settings: [
      {
        name: 'BELLWETHER_ADMIN_TOKEN',
        fallback: 'generated, in the data folder',
        meaning: 'Bearer token of `/admin/*`, 16 to 256 visible characters.',
        see: 'guides/accounts-and-keys.md#the-admin-token',
      },
      {
        name: 'BELLWETHER_MASTER_KEY',
        fallback: 'generated, in the data folder',
        meaning: 'Key from which all API credentials derive, 64 hex digits.',
      },
      {
        name: 'BELLWETHER_AUTH_TOLERANCE_PAST',
        fallback: '`60`',
        meaning: 'Seconds by which a signed timestamp may be old, 1 to 3,600.',
      },
      {
        name: 'BELLWETHER_AUTH_TOLERANCE_FUTURE',
        fallback: '`5`',
        meaning: 'Seconds by which a signed timestamp may be ahead, 0 to 3,600.',
      },
      { name: 'BELLWETHER_SIGNATURE_WORKERS', fallback: '`1`', meaning: 'Threads that check signatures, 1 to 4.' },
      {
        name: 'BELLWETHER_DATA_ALLOWLIST',
        fallback: 'empty: everyone',
        meaning: 'CIDRs that may read `/trades`, `/holders` and `/markets/{id}`.',
      },
      {
        name: 'BELLWETHER_TRUST_PROXY',
        fallback: 'empty',
        meaning: 'CIDRs of your proxies: only their `X-Forwarded-For` counts.',
        see: 'guides/behind-a-proxy.md#client-addresses',
      },
      {
        name: 'BELLWETHER_CORS_ORIGINS',
        fallback: 'none',
        meaning: 'Origins whose web pages may trade, for example `https://desk.example`.',
        see: 'guides/behind-a-proxy.md#web-pages-of-your-own',
      },
      {
        name: 'BELLWETHER_HOOKS_PRIVATE',
        fallback: '`refuse`',
        meaning: '`allow`: webhooks may lead to private addresses, such as a chat on your own network.',
        see: 'guides/webhooks.md',
      },
      {
        name: 'BELLWETHER_LIMITS',
        fallback: "the interface's caps; `off` in a sandbox",
        meaning: 'Path of a JSON file that overrides request caps, or `off` for none.',
        see: 'reference/limits.md#your-own-caps',
      },
    ],
  },
  {
    title: 'Several machines',
    settings: [
      {
        name: 'BELLWETHER_JOURNAL',
        fallback: 'in the data folder',
        meaning: '`postgres://user:password@host:port/database` keeps the journal in PostgreSQL.',
        see: 'guides/postgresql.md',
      },
      {
        name: 'BELLWETHER_JOURNAL_UNSAFE_TEST',
        fallback: 'not set',
        meaning: '`1` accepts a database that may lose everything. For tests only.',
        see: 'guides/postgresql.md#settings-of-the-database',
      },
      {
        name: 'BELLWETHER_CLUSTER_ADDRESS',
        fallback: 'not set',
        meaning: '`host:port` at which the other nodes reach this one.',
        see: 'guides/several-nodes.md',
      },
      {
        name: 'BELLWETHER_CLUSTER_SECRET',
        fallback: 'not set',
        meaning: '32 to 256 characters, the same at every node of a venue.',
      },
    ],
  },
];

/** Names of all settings. An unknown variable with their prefix is most likely a typo. */
export const SETTING_NAMES: ReadonlySet<string> = new Set(
  SETTING_GROUPS.flatMap(({ settings }) => settings.map(({ name }) => name)),
);

/** Values that make a venue set up: the set-up page asks for them at least. */
export const SET_UP_FIELDS = ['name', 'currency', 'join', 'reads', 'startingBalance'] as const;

/** Settings by their field in `bellwether.config.json`. */
export const FILE_FIELDS: ReadonlyMap<string, string> = new Map(
  SETTING_GROUPS.flatMap(({ settings }) => settings).flatMap(({ name, field }) =>
    field === undefined ? [] : [[field, name] as const],
  ),
);

/** Fields of `bellwether.config.json` by their setting. */
export const FIELD_OF: ReadonlyMap<string, string> = new Map([...FILE_FIELDS].map(([field, name]) => [name, field]));
