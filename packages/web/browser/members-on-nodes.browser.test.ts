/** A venue for members on three nodes: a person joins at one, and goes on at another when the leader has died. */
import { type Cluster, startCluster } from '@bellwether/cluster';
import { Relay } from '@bellwether/cluster/relay';
import { describeWithPostgres } from '@bellwether/postgres-process/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bid, countOrders, deviceLink, join, revokeOther } from './member.ts';
import { describeInBrowser, openBrowser } from './theatre.testing.ts';
import { SETTINGS, Venue } from './venue.ts';
import { type VisitorSettings, welcome } from './visitor.ts';
import { enterOperate } from './ways.ts';

const PHONE: VisitorSettings = { width: 390, height: 844, hasTouch: true };
const MEMBERS = { BELLWETHER_JOIN: 'invite', BELLWETHER_READS: 'members' };
const SECRET = 'Secret of the three nodes';
/** Complaints of pages at outsiders, and while the node behind them changes. */
const expected = /WebSocket|status of (?:40[013]|50[023])|Failed to load|ERR_/;

describeInBrowser('members on three nodes', () => {
  describeWithPostgres('members', () => {
    const on = openBrowser();
    let cluster: Cluster;
    /** Node that members get to by the venue's own address. */
    let served = '';
    const portOf = (name: string): number => cluster.nodes.find((node) => node.name === name)?.port ?? 0;
    const front = new Relay(() => (portOf(served) === 0 ? null : { host: '127.0.0.1', port: portOf(served) }));
    let url = '';
    let slug = '';

    beforeAll(async () => {
      url = `http://127.0.0.1:${await front.listen()}`;
      const own = {
        BELLWETHER_URL: url,
        BELLWETHER_DEMO: 'off',
        BELLWETHER_LIMITS: 'off',
        BELLWETHER_LOG_LEVEL: 'fatal',
      };
      cluster = await startCluster({ nodes: 3, port: 0, settings: { ...SETTINGS, ...MEMBERS, ...own } });
      const { admin } = new Venue(cluster).asOperator();
      const event = await admin.addEvent({ title: SECRET, markets: [{ question: `${SECRET}?` }] });
      slug = event.markets[0]?.slug ?? '';
    });
    afterAll(async () => {
      await cluster?.stop();
      await front.close();
    });

    const at = (base: string) => ({
      page: (path: string) => `${base}/app${path}`,
      adminToken: () => cluster.adminToken,
    });
    const serveBy = (name: string): void => {
      served = name;
      front.reset();
    };

    /** Answers of every node to someone who is nobody: the way in, and no word of the venue's. */
    async function expectNothingTold(): Promise<void> {
      const page = await welcome(on.browser, { expected });
      for (const { port } of cluster.nodes) {
        const node = `http://127.0.0.1:${port}`;
        await page.goto(at(node).page(`/market/${slug}`));
        await page.getByText('New here?').waitFor();
        expect(await page.content()).not.toContain(SECRET);
        for (const path of [
          '/markets',
          '/events',
          `/markets/slug/${slug}`,
          '/public-search?q=secret',
          '/nothing',
          '/docs',
        ])
          expect(await (await fetch(`${node}${path}`)).json(), path).toMatchObject({ code: 'members_only' });
        for (const feed of ['market', 'user', 'live-data']) {
          const closed = new Promise((resolve) => {
            new WebSocket(`${node.replace('http', 'ws')}/ws/${feed}`).addEventListener('close', resolve);
          });
          await closed;
        }
      }
    }

    test('nodes: a member goes on at another node once the leader is killed, with session, orders and devices', async () => {
      const leader = await cluster.awaitLeader();
      const [second = '', third = ''] = cluster.nodes.map(({ name }) => name).filter((name) => name !== leader);
      const owner = await welcome(on.browser, { expected });
      await enterOperate(owner, at(`http://127.0.0.1:${portOf(leader)}`), '/invitations');
      await owner.getByRole('button', { name: 'Make the link' }).click();
      const link = await owner.getByRole('textbox', { name: 'Invitation link' }).inputValue();
      expect(link).toContain(`${url}/app/join#`);
      await owner.close();

      serveBy(second);
      const phone = await welcome(on.browser, { ...PHONE, expected });
      await join(phone, link, 'Ada');
      await phone.getByText('You have $10,000.00.').waitFor();
      await bid(phone, at(url), slug, '10');
      await expectNothingTold();

      await cluster.kill(leader);
      await cluster.awaitLeader();
      await cluster.awaitFollowers();
      serveBy(third);
      expect(await countOrders(phone, at(url))).toBe(1);
      await bid(phone, at(url), slug, '11');

      const laptop = await welcome(on.browser, { ...PHONE, expected });
      await join(laptop, await deviceLink(phone, at(url)), null);
      expect(await countOrders(laptop, at(url))).toBe(2);
      await revokeOther(laptop, at(url));
      // By itself, before it is led elsewhere.
      await phone.getByText('New here?').waitFor();
      for (const node of [third, second]) {
        serveBy(node);
        await phone.goto(at(url).page('/portfolio'));
        await phone.getByText('New here?').waitFor();
        expect(await countOrders(laptop, at(url))).toBe(2);
      }
    });
  });
});
