import { expect, test } from 'vitest';
import { obstacleOf } from './obstacle.ts';

const MARKET = { type: 'market', postOnly: false } as const;
const POST_ONLY = { type: 'limit', postOnly: true } as const;

test('an open market in an open venue has no obstacle, nor while the mode is unknown', () => {
  expect(obstacleOf('open', 'open', MARKET)).toBeNull();
  expect(obstacleOf('open', undefined, MARKET)).toBeNull();
});

test('a market that is not open says why, whatever the mode', () => {
  expect(obstacleOf('paused', 'open', MARKET)).toMatch(/paused/);
  expect(obstacleOf('closed', 'open', MARKET)).toMatch(/Trading has ended/);
  expect(obstacleOf('resolved', 'disabled', MARKET)).toMatch(/resolved/);
});

test('a mode of the venue lets through what it lets through', () => {
  expect(obstacleOf('open', 'post_only', POST_ONLY)).toBeNull();
  expect(obstacleOf('open', 'post_only', { ...POST_ONLY, postOnly: false })).toMatch(/post-only/);
  expect(obstacleOf('open', 'post_only', MARKET)).toMatch(/post-only/);
  expect(obstacleOf('open', 'cancel_only', POST_ONLY)).toMatch(/cancelled/);
  expect(obstacleOf('open', 'disabled', POST_ONLY)).toMatch(/switched trading off/);
});
