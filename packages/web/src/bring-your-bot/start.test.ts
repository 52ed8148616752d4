import { expect, test } from 'vitest';
import { anchorOf, fitsClients, forVenue, STARTS } from './start.ts';

test('starts: the address and the chain of the venue stand in place of those they are written for', () => {
  const text = "rest: 'http://127.0.0.1:8080', ws: 'ws://127.0.0.1:8080/ws/user', chain = 80_002";
  expect(forVenue(text, 'https://venue.example', 137)).toBe(
    "rest: 'https://venue.example', ws: 'wss://venue.example/ws/user', chain = 137",
  );
  expect(forVenue(text, 'http://127.0.0.1:8080', null)).toBe(text);
});

test('starts: nothing of the address they are written for is left in any', () => {
  for (const { program, install } of STARTS) {
    const shown = forVenue(program + install, 'https://venue.example', 4711);
    expect(shown).not.toMatch(/127\.0\.0\.1:8080|80_002|http:\/\/venue|ws:\/\/venue/);
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
