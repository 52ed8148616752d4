/** The readers as a further gateway has them: it asks the first one, which has the threads. */
import type { Reader } from '../../ports/reader.ts';
import type { GatewayLink, RemoteRead } from '../exchange/gateway-link.ts';

/** `sequence`: what this gateway shows, and so every read of it. */
export function remoteReader(link: GatewayLink, sequence: () => number): Reader {
  return {
    read: (name, parameters, asker) =>
      link.ask(0, 'read', {
        name,
        parameters,
        sequence: sequence(),
        asker:
          asker === undefined
            ? null
            : {
                client: asker.client,
                units: asker.units,
                encoding: asker.encoding ?? null,
                bill: asker.bill?.() ?? null,
              },
      }),
  };
}

/** At the first gateway. `acknowledged` has later reads wait for an entry, `overdrawn` asks for a client elsewhere. */
export function serveReads(
  link: GatewayLink,
  reader: Reader,
  acknowledged: (sequence: number) => void,
  overdrawn: (bill: NonNullable<NonNullable<RemoteRead['asker']>['bill']>) => number | null,
): void {
  link.handle('read', ({ name, parameters, sequence, asker }) => {
    acknowledged(sequence);
    if (asker === null) return reader.read(name, parameters);
    const { client, units, encoding, bill } = asker;
    const isOver = bill === null ? {} : { overdrawn: () => overdrawn(bill) };
    return reader.read(name, parameters, { client, units, encoding, ...isOver });
  });
}
