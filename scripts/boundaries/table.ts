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

/** Zones that may not import ENGINE_VERBS as values. */
export const WITHOUT_ENGINE_VERBS: readonly string[] = ['gateway', 'feeds', 'wire', 'answer'];

/** Zones that consist of tests: they may import test support. */
export const TESTING_ZONES: readonly string[] = ['bench', 'sim'];

/** Files that import a module that a user names. */
export const LOADERS: readonly string[] = ['packages/exam/src/read-incidents.ts'];

/** Packages that a venue consists of: they take time, timers and randomness from the runtime. */
export const VENUE_PACKAGES =
  /^packages\/(?:exchange|feeds|gateway|ledger|nodes|ports|read-model|sandbox-venue|server|venue|wire)\/src\//;

/** A package whose package.json names what it may import. */
const whole = (folder: string, node: Row['node'] = 'no-drivers'): Row => ({
  zone: folder.replace('packages/', ''),
  paths: [folder.startsWith('packages/') ? `${folder}/src/` : `${folder}/`],
  may: null,
  npm: [],
  node,
});

const words = (text: string): readonly string[] => text.split(' ').filter((word) => word !== '');

/** A part of a package, or a package that may import only parts of another. Lists are words. */
const part = (zone: string, paths: string, may: string, npm = '', node: Row['node'] = 'no-drivers'): Row => ({
  zone,
  paths: words(paths).map((path) => `packages/${path}`),
  may: words(may),
  npm: words(npm),
  node,
});

/** Areas of the read side: one folder each, with its tables at the top and a folder for each layer. */
const AREAS = [
  'asking',
  'catalog',
  'community',
  'data-v2',
  'exports',
  'acts',
  'grants',
  'ledger',
  'news',
  'digest',
  'orders',
  'portfolio',
  'prices',
  'scores',
];
const readModel = (layer: string, shared: string): string =>
  [...AREAS.map((area) => `${area}/${layer}`), ...words(shared).map((name) => `${name}.ts`)]
    .map((path) => `read-model/src/${path}`)
    .join(' ');

const GATEWAY_MAY = 'contract engine ports ledger wire tables query answer gateway';

export const ROWS: readonly Row[] = [
  whole('packages/contract', 'none'),
  whole('packages/engine', 'none'),
  whole('packages/sdk', 'none'),
  // Interfaces between the parts of a venue.
  part('ports', 'ports/src/', 'engine:types'),
  // The log: records in bytes, the fold and its starting points, files on the disk.
  part('ledger', 'ledger/src/', 'engine ports'),
  // A port uses commands, entries and snapshots, so its adapter may name their types.
  part(
    'adapters/*',
    'ledger/src/adapters/*/ nodes/src/adapters/*/ read-model/src/adapters/*/ gateway/src/adapters/*/ sandbox-venue/src/adapters/*/',
    'ports ledger engine:types',
    '*',
    'all',
  ),
  // The exchange and its client, joined by a channel, and the exchanges of several nodes, joined by links: none knows about
  // threads, sockets or files.
  part('exchange', 'exchange/src/', 'engine ports ledger', '', 'none'),
  part('nodes', 'nodes/src/', 'engine ports ledger exchange', '', 'none'),
  // Forms of requests and answers that gateway, feeds, answers and the operator's commands share.
  part('wire', 'wire/src/', 'contract engine ports', '*'),
  // Rows of the read store, and the rules shared by their writers and readers.
  part('tables', readModel('', 'table value-micros'), 'engine:types', '', 'none'),
  part(
    'project',
    readModel('project/', 'all-projections book-reader projection runner statements'),
    'contract engine ports tables',
    'kysely',
  ),
  part('query', readModel('query/', 'database digits lookup select-in-chunks'), 'ports tables', 'kysely'),
  // Answers built from rows, by name.
  part(
    'answer',
    readModel('answer/', 'keyset-page read registry run-read'),
    'contract engine ports tables query wire',
    '*',
  ),
  part('gateway', 'gateway/src/', GATEWAY_MAY, '*'),
  part('feeds', 'feeds/src/', GATEWAY_MAY, '*'),
  // Who the people are, beside the log.
  part('people', 'people/src/', 'engine:types ports stores', '*'),
  // News for people: hooks, and what is still to be sent, beside the log.
  part('news', 'news/src/', 'ports stores', '*'),
  // Small stores beside the log.
  part('stores', 'stores/src/', '', '*', 'all'),
  // Puts the parts together, on threads, and has the commands of an operator.
  whole('packages/venue'),
  // A venue whose time can be moved: it decorates the parts of a venue, and none of them knows it.
  whole('packages/sandbox-venue'),
  // The program. It loads only what its command needs.
  whole('packages/server'),
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
    may: words(
      'contract engine sdk demo exchange gateway ledger ports sandbox-venue venue adapters/* cluster postgres-process venue-process web-browser',
    ),
    npm: ['*'],
  },
  // The real parts of the venue in a simulated world that a seed determines.
  whole('sim', 'all'),
  { ...whole('examples'), may: ['sdk'] },
];
