/**
 * The main thread's side of drawing: the drawing thread starts with the first request and ends after a while without
 * one. Finished pictures are kept, pictures in progress are shared, and few may wait.
 */

import { Worker } from 'node:worker_threads';
import { type Pictures, PictureUnavailable } from '@bellwether/ports/pictures.ts';
import type { Cancel, Timers } from '@bellwether/ports/runtime.ts';
import { PICTURE_MS_MAX, PICTURES_IDLE_MS, PICTURES_KEPT_MAX, PICTURES_WAITING_MAX } from '../limits.ts';

export type PictureRequest = { readonly id: number; readonly svg: string };

/** `png` is transferred; null when the picture could not be drawn. */
export type PictureReply = { readonly id: number; readonly png: Uint8Array | null };

interface Job {
  readonly resolve: (png: Uint8Array) => void;
  readonly reject: (error: Error) => void;
  readonly cancel: Cancel;
}

export class PictureThread implements Pictures {
  /** Pictures by SVG, oldest first. */
  readonly #kept = new Map<string, Promise<Uint8Array>>();
  readonly #jobs = new Map<number, Job>();
  readonly #timers: Timers;
  #worker: Worker | null = null;
  #cancelIdle: Cancel | undefined;
  #nextId = 0;
  #isClosed = false;

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  draw(svg: string): Promise<Uint8Array> {
    const known = this.#kept.get(svg);
    if (known !== undefined) return known;
    if (this.#isClosed || this.#jobs.size >= PICTURES_WAITING_MAX)
      return Promise.reject(new PictureUnavailable('too many pictures are waiting'));
    const drawn = this.#ask(svg);
    this.#kept.set(svg, drawn);
    drawn.catch(() => this.#kept.delete(svg));
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > PICTURES_KEPT_MAX && oldest !== undefined) this.#kept.delete(oldest);
    return drawn;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end();
  }

  #ask(svg: string): Promise<Uint8Array> {
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
    const request: PictureRequest = { id: this.#nextId++, svg };
    // A picture that takes this long will never finish: the thread is terminated, with all waiting pictures.
    const cancel = this.#timers.after(PICTURE_MS_MAX, () => void this.#end());
    this.#jobs.set(request.id, { resolve, reject, cancel });
    this.#cancelIdle?.();
    this.#start().postMessage(request);
    return promise;
  }

  #start(): Worker {
    if (this.#worker !== null) return this.#worker;
    const worker = new Worker(new URL('./picture-worker.ts', import.meta.url), { name: 'pictures' });
    worker.unref();
    worker.on('message', (reply: PictureReply) => this.#settle(reply));
    worker.on('error', () => this.#failed(worker));
    worker.on('exit', () => this.#failed(worker));
    this.#worker = worker;
    return worker;
  }

  #settle({ id, png }: PictureReply): void {
    const job = this.#jobs.get(id);
    this.#jobs.delete(id);
    job?.cancel();
    if (png === null) job?.reject(new PictureUnavailable('the picture could not be drawn'));
    else job?.resolve(png);
    if (this.#jobs.size > 0) return;
    this.#cancelIdle = this.#timers.after(PICTURES_IDLE_MS, () => void this.#end());
  }

  #failed(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    this.#cancelIdle?.();
    for (const { reject, cancel } of this.#jobs.values()) {
      cancel();
      reject(new PictureUnavailable('the thread that draws has ended'));
    }
    this.#jobs.clear();
  }

  async #end(): Promise<void> {
    await this.#worker?.terminate();
  }
}
