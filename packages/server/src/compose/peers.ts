/** The other gateways of the venue as one of them has them. */
import type { Elsewhere, Followed } from '../feed/elsewhere.ts';
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

/** Has the feeds of the others follow what clients here listen to. */
export function feedsElsewhere(peers: Peers): Elsewhere {
  const others = othersOf(peers);
  const tell = (followed: Followed, isOn: boolean): void => {
    // One that does not listen yet asks for all of it when it does.
    for (const gateway of others)
      void peers.link.ask(gateway, 'follow', { from: peers.link.gateway, followed, isOn }).catch(() => undefined);
  };
  return { follow: (followed) => tell(followed, true), leave: (followed) => tell(followed, false) };
}

/** Has these feeds follow what clients of the others listen to. */
export function followOthers(peers: Peers, feeds: FollowingFeeds): void {
  peers.link.handle('follow', async ({ from, followed, isOn }) => {
    feeds.followElsewhere(from, followed, isOn);
    return null;
  });
  peers.link.handle('listenedTo', async () => feeds.listenedTo);
  for (const gateway of othersOf(peers)) {
    const followAll = (all: readonly Followed[]): void => {
      for (const followed of all) feeds.followElsewhere(gateway, followed, true);
    };
    // One that does not listen yet has no clients.
    void peers.link.ask(gateway, 'listenedTo', null).then(followAll, () => undefined);
  }
}

interface FollowingFeeds {
  readonly listenedTo: readonly Followed[];
  followElsewhere(gateway: number, followed: Followed, isOn: boolean): void;
}
