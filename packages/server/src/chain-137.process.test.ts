/** The opt-in to signatures that are valid elsewhere: operators and signers get a warning first. */
import { createClient } from '@bellwether/sdk';
import { runBellwether, startVenueProcess } from '@bellwether/venue-process';
import { expect, test } from 'vitest';

test.each([
  ['sign-in', 80_002, [80_002, 137], 'Sign-ins for chain 137'],
  ['on', 137, [137], 'Orders and sign-ins for chain 137'],
])('chain 137: %s is told on the terminal, in the log and by the venue [A22]', async (use, chainId, chains, words) => {
  const settings = { BELLWETHER_PROFILE: 'polymarket', BELLWETHER_CHAIN_137: use };
  const running = await startVenueProcess({ settings });
  const venue = await createClient({ baseUrl: running.url }).venue.get();
  expect(venue).toMatchObject({ chainId, signInChainIds: chains, domain: { chainId }, negRiskDomain: { chainId } });
  expect(venue.warning).toMatch(new RegExp(`^${words}.* throw-away keys only`));
  const { stdout, stderr } = await running.end();
  expect(stderr).toContain(`WARNING  ${venue.warning}`);
  const logged = stdout.split('\n').filter((line) => line.startsWith('{'));
  expect(logged.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({
      level: 'warn',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      setting: 'BELLWETHER_CHAIN_137',
      use,
      msg: venue.warning,
    }),
  );
});

test('chain 137: without it nothing is said, and the profile stays on the test chain', async () => {
  const running = await startVenueProcess({ settings: { BELLWETHER_PROFILE: 'polymarket' } });
  const venue = await createClient({ baseUrl: running.url }).venue.get();
  expect(venue).toMatchObject({ chainId: 80_002, signInChainIds: [80_002] });
  expect(venue).not.toHaveProperty('warning');
  const { stdout, stderr } = await running.end();
  expect(stdout + stderr).not.toMatch(/137|WARNING/);
});

test('chain 137: the default profile does not start with it, and says which one does', async () => {
  const { code, stderr } = await runBellwether(['serve'], { settings: { BELLWETHER_CHAIN_137: 'on' } });
  expect(code).not.toBe(0);
  expect(stderr).toContain('BELLWETHER_CHAIN_137=on needs BELLWETHER_PROFILE=polymarket');
});
