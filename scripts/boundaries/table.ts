/**
 * The import rules as data. The checker reads this table, and the fixtures prove it. One row is
 * one zone; a file belongs to the row with the longest matching path. A file without a row is an error, so a new folder
 * has to be placed here before it can be used.
 */

/** The part of a zone that another zone may use: all of it, or only its types (nothing that exists at run time). */
export type Grant = string | { readonly zone: string; readonly only: 'types' };

export interface Row {
  readonly zone: string;
  /** Folders (closing slash) and files; `*` stands for one folder name, and each such folder is a zone of its own. */
  readonly paths: readonly string[];
  /** Zones that it may import, besides itself. */
  readonly may: readonly Grant[];
  /** Node's own modules: none, all, or all but the database driver. */
  readonly node: 'none' | 'no-drivers' | 'all';
  /** npm packages: all that its package.json declares, all except drivers, or only those listed. */
  readonly npm: 'any' | 'no-drivers' | readonly string[];
}

/** Modules that talk to a database; only adapters may use one. */
export const DRIVERS: readonly string[] = ['node:sqlite', 'better-sqlite3', 'pg', 'pg-native', 'postgres'];

/**
 * Functions that change the exchange. The gateway uses the engine's vocabulary (types, units, rejects) but may not run
 * the engine.
 */
export const ENGINE_VERBS: readonly string[] = ['decide', 'apply', 'applyEntry', 'createState', 'restoreSnapshot'];

/** Zones that may not import ENGINE_VERBS as values. */
export const WITHOUT_ENGINE_VERBS: readonly string[] = [
  'server/http',
  'server/feed',
  'server/auth',
  'server/limits',
  'server/wire',
  'server/answer',
];

/** Zones that consist of tests: they may import test support. */
export const TESTING_ZONES: readonly string[] = ['bench', 'sim'];

const server = (...names: string[]): string[] => names.map((name) => `packages/server/src/${name}`);

/** Areas of the read side: one folder each, with its tables at the top and a folder for each layer. */
const AREAS = ['catalog', 'community', 'ledger', 'orders', 'portfolio', 'prices'];
const readModel = (layer: string, ...shared: readonly string[]): string[] =>
  server(...AREAS.map((area) => `read-model/${area}/${layer}`), ...shared.map((name) => `read-model/${name}.ts`));

const GATEWAY = ['server/http', 'server/feed', 'server/auth', 'server/limits'];
const GATEWAY_MAY = [
  'contract',
  'engine',
  'server/ports',
  'server/bytes',
  'server/tables',
  'server/query',
  'server/wire',
  'server/answer',
  'server/relay',
  ...GATEWAY,
];

const VENUE = [
  ...GATEWAY_MAY,
  'server/adapters/*',
  'server/config',
  'server/exchange',
  'server/files',
  'server/log',
  'server/nodes',
  'server/ops',
  'server/project',
  'server/record',
  'server/runtime',
  'server/sequencer',
  'server/tape',
];

export const ROWS: readonly Row[] = [
  { zone: 'contract', paths: ['packages/contract/src/'], may: [], node: 'none', npm: ['typebox'] },
  { zone: 'engine', paths: ['packages/engine/src/'], may: [], node: 'none', npm: [] },
  {
    zone: 'sdk',
    paths: ['packages/sdk/src/'],
    may: ['contract'],
    node: 'none',
    npm: ['@noble/curves', '@noble/hashes'],
  },
  {
    zone: 'server/config',
    paths: server('config.ts', 'config/'),
    may: ['contract', 'engine', { zone: 'server/ports', only: 'types' }],
    node: 'no-drivers',
    npm: [],
  },
  {
    zone: 'server/ports',
    paths: server('ports/'),
    may: [{ zone: 'engine', only: 'types' }],
    node: 'no-drivers',
    npm: [],
  },
  // Reads and writes bytes and hex digits without intermediate objects.
  { zone: 'server/bytes', paths: server('bytes/'), may: [], node: 'none', npm: [] },
  // The content of a journal record, and its encoding and decoding.
  {
    zone: 'server/record',
    paths: server('record/'),
    may: ['server/ports', 'server/bytes', { zone: 'engine', only: 'types' }],
    node: 'no-drivers',
    npm: [],
  },
  // Rows of the read store, and the rules shared by their writers and readers.
  {
    zone: 'server/tables',
    paths: readModel('', 'table'),
    may: [{ zone: 'engine', only: 'types' }],
    node: 'none',
    npm: [],
  },
  // File operations on the disk, for every zone that keeps files.
  { zone: 'server/files', paths: server('files/'), may: [], node: 'no-drivers', npm: [] },
  // Recorded markets: the file format, and how a file is written, read and recorded.
  { zone: 'server/tape', paths: server('tape/'), may: ['server/ports'], node: 'no-drivers', npm: [] },
  {
    zone: 'server/sequencer',
    paths: server('sequencer/'),
    may: ['engine', 'server/ports', 'server/record', 'server/log'],
    node: 'no-drivers',
    npm: [],
  },
  // The fold, and its starting points.
  {
    zone: 'server/log',
    paths: server('log/'),
    may: ['engine', 'server/ports', 'server/record'],
    node: 'no-drivers',
    npm: [],
  },
  // The exchange and its client, joined by a channel: neither knows about threads, sockets or files.
  {
    zone: 'server/exchange',
    paths: server('exchange/'),
    may: ['engine', 'server/ports', 'server/log', 'server/sequencer'],
    node: 'none',
    npm: [],
  },
  // Joins the exchanges of several nodes: links and leadership are ports.
  {
    zone: 'server/nodes',
    paths: server('nodes/'),
    may: ['engine', 'server/ports', 'server/record', 'server/log', 'server/sequencer', 'server/exchange'],
    node: 'none',
    npm: [],
  },
  // Services that a process gives its parts: see `ports/runtime.ts`.
  { zone: 'server/runtime', paths: server('runtime/'), may: ['server/ports'], node: 'no-drivers', npm: [] },
  {
    zone: 'server/project',
    paths: readModel('project/', 'all-projections', 'book-reader', 'projection', 'runner', 'statements'),
    may: ['contract', 'engine', 'server/ports', 'server/tables'],
    node: 'no-drivers',
    npm: ['kysely'],
  },
  // Calldata, digests and wallets of contracts; independent of the venue.
  { zone: 'server/relay', paths: server('relay/'), may: [], node: 'no-drivers', npm: 'no-drivers' },
  {
    zone: 'server/query',
    paths: readModel('query/', 'database', 'lookup', 'select-in-chunks'),
    may: ['server/ports', 'server/tables'],
    node: 'no-drivers',
    npm: ['kysely'],
  },
  // Translates between the engine's vocabulary and the wire format.
  {
    zone: 'server/wire',
    paths: server('wire/'),
    may: ['contract', 'engine', 'server/ports', 'server/relay'],
    node: 'no-drivers',
    npm: 'no-drivers',
  },
  // Answers built from rows, by name.
  {
    zone: 'server/answer',
    paths: readModel('answer/', 'cursors', 'read', 'registry', 'run-read'),
    may: ['contract', 'engine', 'server/ports', 'server/tables', 'server/query', 'server/relay', 'server/wire'],
    node: 'no-drivers',
    npm: 'no-drivers',
  },
  {
    zone: 'server/adapters/*',
    paths: server('adapters/*/'),
    // A port uses commands, entries and snapshots, so its adapter may name their types.
    may: ['server/ports', 'server/record', 'server/bytes', 'server/files', { zone: 'engine', only: 'types' }],
    node: 'all',
    npm: 'any',
  },
  ...GATEWAY.map(
    (zone): Row => ({
      zone,
      paths: server(`${zone.slice('server/'.length)}/`),
      may: GATEWAY_MAY,
      node: 'no-drivers',
      npm: 'no-drivers',
    }),
  ),
  {
    zone: 'server/ops',
    paths: server('ops/'),
    may: [
      'contract',
      'engine',
      'server/config',
      'server/ports',
      'server/record',
      'server/tables',
      'server/files',
      'server/sequencer',
      'server/log',
      'server/project',
      'server/query',
      'server/adapters/*',
      'server/wire',
      'server/tape',
      // `serve --demo` loads the demo catalog and the script of its history as data.
      'demo',
    ],
    node: 'no-drivers',
    npm: 'no-drivers',
  },
  {
    zone: 'server/assembly',
    paths: server('compose.ts', 'compose/', 'serve.ts', 'end-process.ts', 'threads/', 'index.ts'),
    // All but the sandbox, which a venue never loads.
    may: VENUE,
    node: 'no-drivers',
    npm: 'no-drivers',
  },
  // A venue whose time can be moved: it decorates the parts of a venue, and none of them knows it.
  {
    zone: 'server/sandbox',
    paths: server('sandbox/'),
    may: [...VENUE, 'server/assembly'],
    node: 'no-drivers',
    npm: 'no-drivers',
  },
  // Loads only what its command needs.
  {
    zone: 'server/command',
    paths: server('main.ts', 'cli.ts', 'commands.ts'),
    may: ['server/*', 'mcp'],
    node: 'no-drivers',
    npm: 'no-drivers',
  },
  // A PostgreSQL started on this machine: for the cluster's tests, benchmarks and trials.
  { zone: 'postgres-process', paths: ['packages/postgres-process/src/'], may: [], node: 'no-drivers', npm: [] },
  // A venue started as its operator does: for tests that know it by its address.
  { zone: 'venue-process', paths: ['packages/venue-process/src/'], may: [], node: 'no-drivers', npm: [] },
  // Sandboxes for testing a bot: this package may know only as much of a venue as the bot does.
  { zone: 'sandbox', paths: ['packages/sandbox/src/'], may: ['sdk', 'venue-process'], node: 'no-drivers', npm: [] },
  // A software agent's way in: it knows a venue as a bot does.
  {
    zone: 'mcp',
    paths: ['packages/mcp/src/'],
    may: ['sdk'],
    node: 'no-drivers',
    npm: ['@modelcontextprotocol/server'],
  },
  // Public clients as users install them: they and their tests know a venue only by its address.
  { zone: 'compatibility', paths: ['compatibility/'], may: ['venue-process'], node: 'no-drivers', npm: 'no-drivers' },
  // The browser's code: it knows the venue only through the SDK.
  { zone: 'web', paths: ['packages/web/src/'], may: ['contract', 'sdk'], node: 'none', npm: 'any' },
  // Tests that drive the page from outside, through a browser.
  {
    zone: 'web-browser',
    paths: ['packages/web/browser/'],
    may: ['sdk', 'venue-process', 'cluster', 'postgres-process'],
    node: 'no-drivers',
    npm: 'any',
  },
  {
    zone: 'conformance',
    paths: ['conformance/'],
    may: ['contract', 'sdk', 'venue-process'],
    node: 'no-drivers',
    npm: 'no-drivers',
  },
  // Nodes, database and load balancer on one machine: this zone knows a node as its operator does.
  { zone: 'cluster', paths: ['cluster/'], may: ['postgres-process', 'venue-process'], node: 'no-drivers', npm: [] },
  { zone: 'demo', paths: ['demo/'], may: ['contract', 'sdk'], node: 'no-drivers', npm: 'no-drivers' },
  {
    zone: 'bench',
    paths: ['bench/'],
    may: [
      'contract',
      'engine',
      'sdk',
      'demo',
      'server/*',
      'cluster',
      'postgres-process',
      'venue-process',
      'web-browser',
    ],
    node: 'all',
    npm: 'any',
  },
  // The real parts of the venue in a simulated world that a seed determines.
  {
    zone: 'sim',
    paths: ['sim/'],
    may: ['contract', 'engine', 'sdk', 'server/*', 'cluster', 'postgres-process', 'venue-process'],
    node: 'all',
    npm: ['kysely'],
  },
  { zone: 'examples', paths: ['examples/'], may: ['sdk'], node: 'no-drivers', npm: [] },
];
