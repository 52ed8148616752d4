/** A request that is not answered yet: since when, and whether its answer is being made, which takes up a place of its address. */
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Peer } from './peer.ts';

export class Begun {
  readonly #response: ServerResponse;
  readonly #peer: Peer;
  readonly #placesMax: number;
  /** When its first byte came, as far as that is known. */
  readonly sinceMs: number;
  /** What answers it; null before its first hook. */
  reply: FastifyReply | null = null;
  #isUnderWay = false;

  constructor(response: ServerResponse, peer: Peer, placesMax: number, sinceMs: number) {
    this.#response = response;
    this.#peer = peer;
    this.#placesMax = placesMax;
    this.sinceMs = sinceMs;
  }

  get hasAnswer(): boolean {
    return this.#response.headersSent;
  }

  start(): void {
    if (this.#response.closed) return;
    this.#isUnderWay = true;
    this.#peer.underWay++;
  }

  made(): void {
    if (!this.#isUnderWay) return;
    const peer = this.#peer;
    this.#isUnderWay = false;
    peer.underWay--;
    for (const other of peer.waiting) {
      if (peer.underWay >= this.#placesMax) break;
      other.goOn();
    }
  }
}
