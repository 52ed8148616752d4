/** Fetching files from another node, on the joining side: each file arrives whole, or the link is lost. */
import type { FilePart, FromGiver } from '@bellwether/ports/node-files.ts';
import { type FromLeader, LINK_FORMAT, type NodeLink, type ToLeader } from '@bellwether/ports/nodes.ts';
import type { Runtime } from '@bellwether/ports/runtime.ts';
import { BEAT_MS, FETCH_SILENT_MS_MAX } from './limits.ts';

/** Destination of the files. The methods throw the disk's error, or refuse a file that is not wanted. */
export interface FetchedFiles {
  begin(name: string): void;
  write(bytes: Uint8Array): void;
  /** Completes the file that was begun last. */
  end(): void;
}

interface FetchOptions {
  /** Closed when the fetch is over. */
  readonly link: NodeLink<ToLeader, FromLeader>;
  /** Name of this node, for people. */
  readonly name: string;
  readonly parts: readonly FilePart[];
  readonly files: FetchedFiles;
  readonly runtime: Pick<Runtime, 'clock' | 'timers'>;
}

/** Resolves to the number of bytes once all files are there. Rejects with the reason of a failure. */
export async function fetchFiles({ link, name, parts, files, runtime }: FetchOptions): Promise<number> {
  const { clock, timers } = runtime;
  const whole = Promise.withResolvers<void>();
  const receiver = new FileReceiver(files);
  let heardMs = clock.monotonicMs();
  const stop = timers.every(BEAT_MS, () => {
    if (clock.monotonicMs() - heardMs > FETCH_SILENT_MS_MAX) link.close('it is silent');
  });
  void link.lost.then((why) => whole.reject(new Error(why)));
  link.receive((message) => {
    heardMs = clock.monotonicMs();
    try {
      receiver.take(message);
      if (message.kind === 'piece') link.send({ kind: 'taken' });
      if (message.kind === 'given') whole.resolve();
    } catch (error) {
      whole.reject(error);
    }
  });
  link.send({ kind: 'fetch', format: LINK_FORMAT, name, parts });
  try {
    await whole.promise;
    return receiver.bytes;
  } finally {
    stop();
    link.receive(() => undefined);
    link.close('this node has what it needs');
  }
}

/** Checks that each file has the announced length, and ends before the next one begins. */
class FileReceiver {
  readonly #files: FetchedFiles;
  /** Missing bytes of the current file; null between files. */
  #missing: number | null = null;
  #bytes = 0;

  constructor(files: FetchedFiles) {
    this.#files = files;
  }

  get bytes(): number {
    return this.#bytes;
  }

  take(message: FromLeader | FromGiver): void {
    switch (message.kind) {
      case 'file':
        this.#checkBetween();
        this.#files.begin(message.name);
        this.#missing = message.bytes;
        return this.#endIfWhole();
      case 'piece':
        if (this.#missing === null || message.bytes.byteLength > this.#missing)
          throw new Error('it sends more than it said');
        this.#files.write(message.bytes);
        this.#missing -= message.bytes.byteLength;
        this.#bytes += message.bytes.byteLength;
        return this.#endIfWhole();
      case 'given':
        return this.#checkBetween();
      case 'refused':
        throw new Error(message.why);
      default:
        throw new Error('it does not know what this node wants');
    }
  }

  #endIfWhole(): void {
    if (this.#missing !== 0) return;
    this.#missing = null;
    this.#files.end();
  }

  #checkBetween(): void {
    if (this.#missing !== null) throw new Error(`${this.#missing} bytes of a file are missing`);
  }
}
