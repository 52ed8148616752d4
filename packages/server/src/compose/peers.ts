/** The other gateways of the venue as one of them has them. */
import type { TextsElsewhere } from '../feed/event-texts.ts';
import { ALONE, type Replicas } from '../ports/replicas.ts';
import { GatewayLink } from '../threads/exchange/gateway-link.ts';

export interface Peers {
  /** Gateways of the venue, this one included. */
  readonly count: number;
  /** What they count together. */
  readonly replicas: Replicas;
  /** How they ask each other; says which one this is. */
  readonly link: GatewayLink;
}

/** The only gateway of its venue. */
export const noPeers = (): Peers => ({ count: 1, replicas: ALONE, link: new GatewayLink(0, () => undefined) });

/** Numbers of all the others. */
export function othersOf({ count, link }: Peers): readonly number[] {
  return Array.from({ length: count }, (_, gateway) => gateway).filter((gateway) => gateway !== link.gateway);
}

/** Has the feeds of the others keep texts while a command is on its way. */
export function textsElsewhere(peers: Peers): TextsElsewhere {
  const others = othersOf(peers);
  return {
    async hold(events) {
      await Promise.all(others.map((gateway) => peers.link.ask(gateway, 'holdTexts', events)));
    },
    release() {
      // One that cannot be told has ended, and the venue with it.
      for (const gateway of others) void peers.link.ask(gateway, 'releaseTexts', null).catch(() => undefined);
    },
  };
}
