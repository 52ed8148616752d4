/**
 * The server that clients connect to, with everything that belongs to a connection. One app at a time answers its
 * requests. A rewind of a sandbox serves another app; connections stay.
 */
import type { Server as HttpServer } from 'node:http';
import { BlockList, isIPv4, type Socket } from 'node:net';
import type { Timers } from '@bellwether/ports/runtime.ts';
import type { FastifyInstance } from 'fastify';
import { Connections } from './connections/connections.ts';
import { Turns } from './connections/fairness.ts';
import { mayUpgrade, registerUpgrades } from './connections/upgrades.ts';
import type { AppDependencies } from './dependencies.ts';
import { Server } from './node-http.ts';
import { Hosts } from './pipeline.ts';
import { createPlainLane, type PlainLane } from './plain/lane.ts';
import {
  answerClientError,
  answerRefused,
  CLIENT_LIMITS,
  createRefuseLate,
  registerClients,
} from './plugins/clients.ts';

/** Milliseconds that a stop waits for clients that are slow to send their requests or to read their answers. */
const CLIENTS_LEAVE_MS = 2_000;

type FrontParts = Pick<AppDependencies, 'clock' | 'extension' | 'runtime' | 'settings'>;

export class Front {
  readonly server: HttpServer;
  readonly hosts: Hosts;
  readonly turns: Turns;
  readonly connections: Connections;
  readonly #plain: PlainLane | null;
  readonly #timers: Timers;
  #app: FastifyInstance | null = null;

  /** `limits` bound slow clients. No closure here may use the parts: their branch may be left. */
  constructor({ clock, extension, runtime, settings }: FrontParts, limits = CLIENT_LIMITS) {
    const { timers } = runtime;
    const { monotonicMs } = runtime.clock;
    const hosts = new Hosts(settings.hosts);
    const server = new Server({
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: limits.checkIntervalMs,
      maxHeaderSize: limits.headersBytesMax,
      // Node's own refusal of a request without a Host header has no body; ours has one.
      requireHostHeader: false,
      shouldUpgradeCallback: (request) => mayUpgrade(request, hosts.targetOf(request)),
    });
    server.setTimeout(limits.connectionTimeoutMs);
    this.server = server;
    this.hosts = hosts;
    this.turns = new Turns({ clock: monotonicMs, later: timers.soon });
    this.#timers = timers;
    this.#plain = extension === undefined ? createPlainLane(server, clock) : null;
    const connections = new Connections({
      clock: monotonicMs,
      timers,
      limits: limits.connections,
      isTrusted: trustedPeers(settings.trustProxy),
      admit: (origin, settle) => this.#app?.admit(origin, settle) ?? 'refused',
      turn: this.turns.enter,
      plain: this.#plain,
      refuse: answerRefused,
      refuseLate: createRefuseLate(limits.connections),
    });
    connections.watch(server);
    this.connections = connections;
    registerClients(server, connections);
    registerUpgrades(server, connections, (request, response) => this.#app?.routing(request, response));
  }

  /**
   * Connects an app. The first one is served at once. When the app that is served closes, the front closes with it, after
   * the hooks that announce this to the app's requests.
   */
  add(app: FastifyInstance): void {
    const { server, connections } = this;
    // The framework's own listener would keep each app for as long as the server.
    server.removeAllListeners('clientError');
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
      if (error.code?.startsWith('HPE_') === true) connections.broke(socket);
      answerClientError(error, socket, connections);
    });
    app.addHook('preClose', (done) => {
      if (this.#app !== app) return done();
      server.once(
        'close',
        this.#timers.every(CLIENTS_LEAVE_MS, () => connections.cutOff()),
      );
      if (this.#plain === null) done();
      else this.#plain.close(done);
    });
    app.addHook('onClose', (_app, done) => {
      if (this.#app === app) server.close(() => done());
      else done();
    });
    if (this.#app === null) this.serve(app);
  }

  /** Has `app`, which is ready, answer all requests that begin from now on. Earlier ones stay where they are. */
  serve(app: FastifyInstance): void {
    if (this.#app !== null) this.server.off('request', this.#app.routing);
    this.server.on('request', app.routing);
    this.#app = app;
  }
}

/** Returns a test for addresses of the operator's own proxies. */
function trustedPeers(cidrs: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [address = '', bits = ''] = cidr.split('/');
    list.addSubnet(address, Number(bits), isIPv4(address) ? 'ipv4' : 'ipv6');
  }
  return (address) => list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}
