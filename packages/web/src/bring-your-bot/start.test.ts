import { expect, test } from 'vitest';
import { anchorOf, fitsClients, forVenue, STARTS, takesChain } from './start.ts';

test('starts: the address and the chain of the venue stand in place of those they are written for', () => {
  const text = "rest: 'http://127.0.0.1:8080', ws: 'ws://127.0.0.1:8080/ws/user', chain = 80002";
  expect(forVenue(text, 'https://venue.example', 137)).toBe(
    "rest: 'https://venue.example', ws: 'wss://venue.example/ws/user', chain = 137",
  );
  expect(forVenue(text, 'http://127.0.0.1:8080', null)).toBe(text);
});

test('starts: nothing of the address they are written for is left in any', () => {
  for (const { program, install } of STARTS) {
    const shown = forVenue(program + install, 'https://venue.example', 4711);
    expect(shown).not.toMatch(/127\.0\.0\.1:8080|80_?002|http:\/\/venue|ws:\/\/venue/);
    expect(shown).toContain('venue.example');
  }
});

test('starts: every one has a place of its own on the page', () => {
  const anchors = STARTS.map(({ client }) => anchorOf(client));
  expect(new Set(anchors).size).toBe(anchors.length);
  expect(anchors.filter((anchor) => !/^[a-z0-9-]+$/.test(anchor))).toEqual([]);
});

test('starts: they fit a venue that takes the headers of the clients under their domain', () => {
  const domain = { name: 'Polymarket CTF Exchange' };
  expect(fitsClients({ authPrefixes: ['POLY_', 'SERVICE_'], domain })).toBe(true);
  expect(fitsClients({ authPrefixes: ['SERVICE_'], domain })).toBe(false);
  expect(fitsClients({ authPrefixes: ['POLY_'], domain: { name: 'Bellwether Exchange' } })).toBe(false);
});

test('starts: a program runs where the venue takes the chain that it signs for', () => {
  const off = { chainId: 80_002, signInChainIds: [80_002] };
  const signIn = { chainId: 80_002, signInChainIds: [80_002, 137] };
  const on = { chainId: 137, signInChainIds: [137] };
  const taken = (chain137: string) => [off, signIn, on].map((venue) => takesChain(venue, { chain137 }));
  expect([taken('off'), taken('sign-in')]).toEqual([
    [true, true, true],
    [false, true, true],
  ]);
  expect(taken('on')).toEqual([false, false, true]);
});

test('starts: each that signs for chain 137 has the full command of its venue', () => {
  const commands = STARTS.filter(({ chain137 }) => chain137 !== 'off').map(({ client, command }) => [client, command]);
  expect(commands).toEqual([
    ['ccxt', 'BELLWETHER_PROFILE=polymarket BELLWETHER_CHAIN_137=sign-in npm start'],
    ['pmxtjs', 'BELLWETHER_PROFILE=polymarket BELLWETHER_CHAIN_137=on npm start'],
  ]);
});

test('starts: on chain 137 the chain has the name of that one', () => {
  const relayer = STARTS.find(({ program }) => program.includes('polygonAmoy'))?.program ?? '';
  expect(forVenue(relayer, 'https://venue.example', 137)).toContain("import { polygon } from 'viem/chains'");
  expect(forVenue(relayer, 'https://venue.example', 80_002)).toContain('const chain = polygonAmoy;');
});
