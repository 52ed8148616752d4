/**
 * An unanswered request: when it began, and whether its answer is in progress and so takes up a slot of its address.
 */
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Peer } from './peer.ts';

export class Begun {
  readonly #response: ServerResponse;
  readonly #peer: Peer;
  readonly #placesMax: number;
  /** Arrival time of its first byte, as far as that is known. */
  readonly sinceMs: number;
  /** The reply that answers the request; null before the request's first hook. */
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
