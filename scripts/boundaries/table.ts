/**
 * The import rules as data. The checker reads this table, and the fixtures prove it. One row is one zone; a file belongs
 * to the row with the longest matching path. A file without a row is an error, so a new folder has to be placed here
 * before it can be used.
 */

export interface Row {
  readonly zone: string;
  /** Folders (closing slash) and files; `*` stands for one folder name, and each such folder is a zone of its own. */
  readonly paths: readonly string[];
  /**
   * Zones that it may import, besides itself: `zone/*` for all below one, `:types` behind one of which it may use only
   * what does not exist at run time. Null for a whole package: `dependencies` of its package.json name what it imports.
   */
  readonly may: readonly string[] | null;
  /** npm packages, among those that package.json declares: `*` for any. */
  readonly npm: readonly string[];
  /** Node's own modules: none, all, or all but the database driver. */
  readonly node: 'none' | 'no-drivers' | 'all';
}

/** Modules that talk to a database; only adapters may use one. */
export const DRIVERS: readonly string[] = ['node:sqlite', 'better-sqlite3', 'pg', 'pg-native', 'postgres'];

/**
 * Functions that change the exchange. The gateway uses the engine's vocabulary (types, units, rejects) but may not run
 * the engine.
 */
export const ENGINE_VERBS: readonly string[] = ['decide', 'apply', 'applyEntry', 'createState', 'restoreSnapshot'];

const GATEWAY = ['http', 'feed', 'auth', 'limits'];

/** Zones that may not import ENGINE_VERBS as values. */
export const WITHOUT_ENGINE_VERBS: readonly string[] = [...GATEWAY, 'wire', 'answer'].map((name) => `server/${name}`);

/** Zones that consist of tests: they may import test support. */
export const TESTING_ZONES: readonly string[] = ['bench', 'sim'];

/** A package whose package.json names what it may import. */
const whole = (folder: string, node: Row['node'] = 'no-drivers'): Row => ({
  zone: folder.replace('packages/', ''),
  paths: [folder.startsWith('packages/') ? `${folder}/src/` : `${folder}/`],
  may: null,
  npm: [],
  node,
});

const words = (text: string): readonly string[] => text.split(' ').filter((word) => word !== '');

/** A zone of the server. Lists are words; in `may`, those with a slash in front are other zones of the server. */
const server = (name: string, paths: string, may: string, npm = '', node: Row['node'] = 'no-drivers'): Row => ({
  zone: `server/${name}`,
  paths: words(paths).map((path) => `packages/server/src/${path}`),
  may: words(may).map((zone) => (zone.startsWith('/') ? `server${zone}` : zone)),
  npm: words(npm),
  node,
});

/** Areas of the read side: one folder each, with its tables at the top and a folder for each layer. */
const AREAS = ['catalog', 'community', 'data-v2', 'ledger', 'orders', 'portfolio', 'prices'];
const readModel = (layer: string, shared: string): string =>
  [...AREAS.map((area) => `${area}/${layer}`), ...words(shared).map((name) => `${name}.ts`)]
    .map((path) => `read-model/${path}`)
    .join(' ');

const GATEWAY_MAY = `contract engine /ports /bytes /tables /query /wire /answer /relay ${GATEWAY.map((name) => `/${name}`).join(' ')}`;
const VENUE_MAY = `${GATEWAY_MAY} /adapters/* /config /exchange /files /log /nodes /ops /project /record /runtime /sequencer /tape`;

export const ROWS: readonly Row[] = [
  whole('packages/contract', 'none'),
  whole('packages/engine', 'none'),
  whole('packages/sdk', 'none'),
  server('config', 'config.ts config/', 'contract engine /ports:types'),
  server('ports', 'ports/', 'engine:types'),
  // Reads and writes bytes and hex digits without intermediate objects.
  server('bytes', 'bytes/', '', '', 'none'),
  // The content of a journal record, and its encoding and decoding.
  server('record', 'record/', '/ports /bytes engine:types'),
  // Rows of the read store, and the rules shared by their writers and readers.
  server('tables', readModel('', 'table'), 'engine:types', '', 'none'),
  // File operations on the disk, for every zone that keeps files.
  server('files', 'files/', ''),
  // Recorded markets: the file format, and how a file is written, read and recorded.
  server('tape', 'tape/', '/ports'),
  server('sequencer', 'sequencer/', 'engine /ports /record /log'),
  // The fold, and its starting points.
  server('log', 'log/', 'engine /ports /record'),
  // The exchange and its client, joined by a channel: neither knows about threads, sockets or files.
  server('exchange', 'exchange/', 'engine /ports /log /sequencer', '', 'none'),
  // Joins the exchanges of several nodes: links and leadership are ports.
  server('nodes', 'nodes/', 'engine /ports /record /log /sequencer /exchange', '', 'none'),
  // Services that a process gives its parts: see `ports/runtime.ts`.
  server('runtime', 'runtime/', '/ports'),
  server(
    'project',
    readModel('project/', 'all-projections book-reader projection runner statements'),
    'contract engine /ports /tables',
    'kysely',
  ),
  // Calldata, digests and wallets of contracts; independent of the venue.
  server('relay', 'relay/', '', '*'),
  server('query', readModel('query/', 'database digits lookup select-in-chunks'), '/ports /tables', 'kysely'),
  // Translates between the engine's vocabulary and the wire format.
  server('wire', 'wire/', 'contract engine /ports /relay', '*'),
  // Answers built from rows, by name.
  server(
    'answer',
    readModel('answer/', 'keyset-page read registry run-read'),
    'contract engine /ports /tables /query /relay /wire',
    '*',
  ),
  // A port uses commands, entries and snapshots, so its adapter may name their types.
  server('adapters/*', 'adapters/*/', '/ports /record /bytes /files engine:types', '*', 'all'),
  ...GATEWAY.map((name) => server(name, `${name}/`, GATEWAY_MAY, '*')),
  server(
    'ops',
    'ops/',
    // `serve --demo` loads the demo catalog and the script of its history as data.
    'contract engine demo /config /ports /record /tables /files /sequencer /log /project /query /adapters/* /wire /tape',
    '*',
  ),
  // All but the sandbox, which a venue never loads.
  server('assembly', 'compose.ts compose/ serve.ts end-process.ts threads/ index.ts', VENUE_MAY, '*'),
  // A venue whose time can be moved: it decorates the parts of a venue, and none of them knows it.
  server('sandbox', 'sandbox/', `${VENUE_MAY} /assembly`, '*'),
  // Loads only what its command needs.
  server('command', 'main.ts cli.ts commands.ts', '/* mcp exam', '*'),
  // A PostgreSQL started on this machine: for the cluster's tests, benchmarks and trials.
  whole('packages/postgres-process'),
  // A venue started as its operator does: for tests that know it by its address.
  whole('packages/venue-process'),
  // Sandboxes for testing a bot: this package may know only as much of a venue as the bot does.
  whole('packages/sandbox'),
  // A software agent's way in: it knows a venue as a bot does.
  whole('packages/mcp'),
  // Examines a bot: it knows the venue as bot and operator do, and starts the bot as its user does.
  whole('packages/exam'),
  // Public clients as users install them: they and their tests know a venue only by its address.
  { ...whole('compatibility'), may: ['venue-process'], npm: ['*'] },
  // The browser's code: it knows the venue only through the SDK.
  whole('packages/web', 'none'),
  // Tests that drive the page from outside, through a browser.
  {
    ...whole('packages/web'),
    zone: 'web-browser',
    paths: ['packages/web/browser/'],
    may: words('sdk venue-process cluster postgres-process'),
    npm: ['*'],
  },
  whole('conformance'),
  // Nodes, database and load balancer on one machine: this zone knows a node as its operator does.
  whole('cluster'),
  whole('demo'),
  {
    ...whole('bench', 'all'),
    may: words('contract engine sdk demo server/* cluster postgres-process venue-process web-browser'),
    npm: ['*'],
  },
  // The real parts of the venue in a simulated world that a seed determines.
  whole('sim', 'all'),
  { ...whole('examples'), may: ['sdk'] },
];
