/** The operator page of a venue of several nodes shows the leader, and a failover when it happens. */
import { type Cluster, startCluster } from '@bellwether/cluster';
import { describeWithPostgres } from '@bellwether/postgres-process/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeInBrowser, openBrowser } from './theatre.testing.ts';
import { welcome } from './visitor.ts';
import { enterOperate } from './ways.ts';

describeInBrowser('nodes on the page', () => {
  describeWithPostgres('nodes', () => {
    const on = openBrowser();
    let cluster: Cluster;

    beforeAll(async () => {
      const settings = { BELLWETHER_DEMO: 'off', BELLWETHER_LOG_LEVEL: 'fatal' };
      cluster = await startCluster({ nodes: 2, port: 0, settings });
    });
    afterAll(() => cluster?.stop());

    /** Returns role and lag of each row. */
    const rowsOf = async (page: Page): Promise<readonly string[]> => {
      const rows = page.getByRole('table', { name: 'Nodes of the venue' }).getByRole('row');
      const texts = await rows.evaluateAll((all) =>
        all.slice(1).map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent).join(' ')),
      );
      return texts.map((text) => /(Leads|Follows|Looks for a leader) \S+$/.exec(text)?.[0] ?? text);
    };

    test('nodes: who leads is shown, and who leads when that one is gone', async () => {
      const leader = await cluster.awaitLeader();
      const follower = cluster.nodes.find(({ name }) => name !== leader);
      const page = await welcome(on.browser, { expected: /503|Failed to load/ });
      const url = `http://127.0.0.1:${follower?.port}`;
      await enterOperate(page, { page: (path) => `${url}/app${path}`, adminToken: () => cluster.adminToken });
      await page.getByRole('heading', { name: 'Nodes' }).waitFor();
      await expect.poll(() => rowsOf(page)).toEqual(['Leads 0', 'Follows 0']);
      const before = await page.getByText(/ leads$/).textContent();

      await cluster.kill(leader);
      await expect.poll(() => rowsOf(page)).toEqual(['Leads 0']);
      expect(await page.getByText(/ leads$/).textContent()).not.toBe(before);

      cluster.start(leader);
      await expect.poll(() => rowsOf(page)).toEqual(['Leads 0', 'Follows 0']);
    });
  });
});
