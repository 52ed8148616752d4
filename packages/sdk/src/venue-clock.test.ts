import { expect, test } from 'vitest';
import { secondOfAnswer, secondOfRefusal, VenueClock } from './venue-clock.ts';

/** The venue's time, in Unix seconds. */
const VENUE = 1_800_000_000;

/** A clock that is off by `seconds`, after one observation of the venue with a round trip of `tripMs`. */
function clockWrongBy(seconds: number, tripMs = 200) {
  const device = { ms: (VENUE + seconds) * 1_000 };
  const clock = new VenueClock(() => device.ms);
  const observe = (second = VENUE): void => clock.observe(second, device.ms, device.ms + tripMs);
  observe();
  return { clock, device, observe };
}

test.each([0, 0.4, -0.1])('venue clock: a clock that is %f s off is left alone', (seconds) => {
  const { clock, device } = clockWrongBy(seconds);
  expect(clock.now()).toBe(device.ms);
});

test.each([7, -7, 300, -86_400])('venue clock: a clock that is %i s wrong is corrected to a second', (seconds) => {
  const { clock } = clockWrongBy(seconds);
  expect(Math.abs(clock.now() - VENUE * 1_000)).toBeLessThan(1_000);
});

test('venue clock: a slow answer says little, later ones make it exact [Q1]', () => {
  const { clock, device, observe } = clockWrongBy(300, 8_000);
  expect(Math.abs(clock.now() - VENUE * 1_000)).toBeLessThan(5_000);
  const observeQuickly = (second: number): void => clock.observe(second, device.ms, device.ms + 20);
  device.ms += 950;
  observeQuickly(VENUE);
  device.ms += 81;
  observeQuickly(VENUE + 1);
  expect(Number.isInteger(clock.now())).toBe(true);
  expect(Math.abs(clock.now() - (VENUE * 1_000 + 1_031))).toBeLessThan(60);
  // The device's clock is corrected while the page is open.
  device.ms = VENUE * 1_000;
  observe();
  expect(Math.abs(clock.now() - VENUE * 1_000)).toBeLessThan(5_000);
});

test('venue clock: it tells when the time has moved, not when it stays', () => {
  const { clock, device, observe } = clockWrongBy(0);
  let told = 0;
  const leave = clock.watch(() => (told += 1));
  observe();
  expect(told).toBe(0);
  device.ms += 300_000;
  observe();
  expect(told).toBe(1);
  leave();
  device.ms += 300_000;
  observe();
  expect(told).toBe(1);
});

test('venue clock: what is no time is not believed', () => {
  const { clock } = clockWrongBy(0);
  clock.observe(Number.NaN, 0, 1);
  clock.observe(1, 10_000, 1);
  expect(clock.now()).toBe(VENUE * 1_000);
});

test('venue clock: an answer says when it was given, unless it lay in a cache', () => {
  const date = new Date(VENUE * 1_000).toUTCString();
  expect(secondOfAnswer(new Headers({ date }))).toBe(VENUE);
  expect(secondOfAnswer(new Headers({ date, age: '5' }))).toBeNull();
  expect(secondOfAnswer(new Headers({ date: 'soon' }))).toBeNull();
  expect(secondOfAnswer(new Headers())).toBeNull();
});

test('venue clock: a refused timestamp says the time too', () => {
  const mend = "the server's clock (at most 60 s): check the clock or use GET /time";
  expect(secondOfRefusal(`header SERVICE_TIMESTAMP is 100 s behind ${mend}`, VENUE - 100)).toBe(VENUE);
  expect(secondOfRefusal(`header POLY_TIMESTAMP is 7 s ahead of ${mend}`, VENUE + 7)).toBe(VENUE);
  expect(secondOfRefusal('Unauthorized/Invalid api key', VENUE)).toBeNull();
});
