/**
 * Joining nodes that fetch files from this one. Another thread reads the files; this one only passes pieces on, and no
 * more than the other side has room for.
 */
import type { FilePart, FromGiver, ToGiver } from '@bellwether/ports/node-files.ts';
import {
  type FromLeader,
  LINK_FORMAT,
  type NodeLink,
  type NodeNetwork,
  type ToLeader,
} from '@bellwether/ports/nodes.ts';
import type { Channel, Timers } from '@bellwether/ports/runtime.ts';
import { GIVE_MS_MAX, GIVEN_AT_ONCE_MAX } from './limits.ts';
import { refuse } from './node-hub.ts';

type Link = NodeLink<FromLeader, ToLeader>;

interface FileGiversOptions {
  /** Starts reading; `close` ends it, finished or not. */
  readonly open: (parts: readonly FilePart[]) => Channel<ToGiver, FromGiver>;
  readonly timers: Timers;
}

export class FileGivers {
  readonly #options: FileGiversOptions;
  readonly #links = new Set<Link>();

  constructor(options: FileGiversOptions) {
    this.#options = options;
  }

  give(link: Link, { format, parts }: Extract<ToGiver, { readonly kind: 'fetch' }>): void {
    const { open, timers } = this.#options;
    if (format !== LINK_FORMAT) return refuse(link, `it speaks format ${LINK_FORMAT}, not ${format}: another version`);
    if (this.#links.size >= GIVEN_AT_ONCE_MAX) return refuse(link, 'it gives its files to other nodes at the moment');
    this.#links.add(link);
    const source = open(parts);
    const cancel = timers.after(GIVE_MS_MAX, () => refuse(link, 'it takes too long'));
    void link.lost.then(() => {
      cancel();
      source.close();
      this.#links.delete(link);
    });
    source.receive((message) => link.send(message));
    link.receive((message) => {
      if (message.kind === 'taken') source.send(message);
    });
  }

  close(): void {
    for (const link of this.#links) link.close('this node stops');
  }
}

/**
 * Wraps the network for a service that knows nothing of files: links that first ask for files are served here, all
 * others go to the service.
 */
export function givingFiles(network: NodeNetwork, givers: FileGivers): NodeNetwork {
  return {
    address: network.address,
    connect: (address) => network.connect(address),
    listen: (take) =>
      network.listen((link) => {
        let receive: ((message: ToLeader) => void) | null = null;
        link.receive((message) => {
          if (receive === null && message.kind === 'fetch') return givers.give(link, message);
          if (receive === null) {
            take({
              send: (answer) => link.send(answer),
              receive: (next) => {
                receive = next;
              },
              get unsentBytes() {
                return link.unsentBytes;
              },
              lost: link.lost,
              close: (why) => link.close(why),
            });
          }
          receive?.(message);
        });
      }),
    close: () => network.close(),
  };
}
