/**
 * Further gateways in threads of their own, as the first one has them: starts them beside the exchange's recovery, has
 * them open and listen when the venue is ready, and stops them. One that ends by itself ends the process: nothing that
 * was acknowledged is lost, and no client is left with a port that answers now and then.
 */
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { ListenAt } from '../compose/listener.ts';
import type { Peers } from '../compose/peers.ts';
import type { Config } from '../config.ts';
import type { JournalHead } from '../ports/journal.ts';
import type { Cancel, Timers } from '../ports/runtime.ts';
import { createSharedHead } from '../runtime/shared-head.ts';
import { createSharedLog, SharedLog } from '../runtime/shared-log.ts';
import { createSharedRecords } from '../runtime/shared-records.ts';
import { EXCHANGE_HEAP_MB_MAX } from '../sequencer/limits.ts';
import type { ExchangeGateways } from '../threads/exchange/exchange-thread.ts';
import { GatewayLink, type LinkMessage } from '../threads/exchange/gateway-link.ts';
import { REPLICA_LOOK_MS } from '../threads/limits.ts';

/** `workerData` of a gateway thread. */
export interface GatewayWorkerData {
  /** Its number, from 1, and how many gateways there are. */
  readonly gateway: number;
  readonly count: number;
  readonly config: Config;
  /** To the exchange. */
  readonly exchangePort: MessagePort;
  readonly countsMemory: SharedArrayBuffer;
  readonly headMemory: SharedArrayBuffer;
  readonly recordsMemory: SharedArrayBuffer;
}

export class GatewayThreads implements ExchangeGateways {
  readonly peers: Peers;
  readonly headMemory = createSharedHead();
  readonly recordsMemory: SharedArrayBuffer;
  readonly exchangePorts: readonly MessagePort[];
  readonly #config: Config;
  readonly #countsMemory: SharedArrayBuffer;
  readonly #ownPorts: readonly MessagePort[];
  readonly #onFailure: (message: string) => void;
  readonly #link: GatewayLink;
  readonly #replicas: SharedLog;
  readonly #stopLooking: Cancel;
  readonly #workers: Worker[] = [];
  /** Rejects when the thread of each is gone. */
  readonly #ended: Promise<never>[] = [];
  #isEnding = false;
  #stopped: Promise<void> | null = null;

  constructor(config: Config, timers: Timers, onFailure: (message: string) => void) {
    const { gateways: count } = config;
    this.#config = config;
    this.#onFailure = onFailure;
    this.#countsMemory = createSharedLog(count);
    this.recordsMemory = createSharedRecords(count);
    const channels = Array.from({ length: count - 1 }, () => new MessageChannel());
    this.exchangePorts = channels.map(({ port1 }) => port1);
    this.#ownPorts = channels.map(({ port2 }) => port2);
    this.#link = new GatewayLink(0, (message, memory) => {
      this.#workers[message.to - 1]?.postMessage(message, [...memory]);
    });
    this.#link.handle('failed', async (message) => {
      onFailure(message);
      return null;
    });
    this.#replicas = new SharedLog(this.#countsMemory, 0);
    this.#stopLooking = timers.every(REPLICA_LOOK_MS, () => this.#replicas.look());
    this.peers = { count, replicas: this.#replicas, link: this.#link };
  }

  async recover(until: number | null): Promise<readonly JournalHead[]> {
    for (const [index, exchangePort] of this.#ownPorts.entries()) this.#start(index + 1, exchangePort);
    return this.#ask((gateway) => this.#link.ask(gateway, 'recover', { until }));
  }

  /** Has them make everything but their listeners. */
  async open(): Promise<void> {
    await this.#ask((gateway) => this.#link.ask(gateway, 'open', null));
  }

  async listen(at: ListenAt): Promise<void> {
    await this.#ask((gateway) => this.#link.ask(gateway, 'listen', at));
  }

  /** They take no more, finish what they have and end. */
  stop(): Promise<void> {
    this.#stopped ??= this.#ask((gateway) => this.#link.ask(gateway, 'stop', null)).then(
      () => this.end(),
      () => this.end(),
    );
    return this.#stopped;
  }

  /** Ends what is left of them. */
  async end(): Promise<void> {
    this.#isEnding = true;
    this.#stopLooking();
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }

  /** One that ends does not answer. */
  #ask<T>(ask: (gateway: number) => Promise<T>): Promise<T[]> {
    return Promise.all(this.#ended.map((ended, index) => Promise.race([ask(index + 1), ended])));
  }

  #start(gateway: number, exchangePort: MessagePort): void {
    const workerData: GatewayWorkerData = {
      gateway,
      count: this.#config.gateways,
      config: this.#config,
      exchangePort,
      countsMemory: this.#countsMemory,
      headMemory: this.headMemory,
      recordsMemory: this.recordsMemory,
    };
    const worker = new Worker(new URL('./gateway-worker.ts', import.meta.url), {
      name: 'gateway',
      workerData,
      transferList: [exchangePort],
      resourceLimits: { maxOldGenerationSizeMb: EXCHANGE_HEAP_MB_MAX },
    });
    let isTold = false;
    const failed = (message: string): void => {
      if (!this.#isEnding && !isTold) this.#onFailure(`gateway ${gateway} has failed: ${message}`);
      isTold = true;
    };
    worker.on('message', (message: LinkMessage) => this.#link.take(message));
    worker.on('error', (error) => failed(error instanceof Error ? error.message : String(error)));
    const ended = Promise.withResolvers<never>();
    ended.promise.catch(() => undefined);
    worker.on('exit', (code) => {
      failed(`its thread ended with code ${code}`);
      ended.reject(new Error(`gateway ${gateway} has ended`));
    });
    this.#workers.push(worker);
    this.#ended.push(ended.promise);
  }
}
