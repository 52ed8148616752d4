/** A bucket compared with a naive one that lives through each millisecond. */
import { RATE_TIERS, rateTierOf } from '@bellwether/contract';
import { forAll } from '@bellwether/engine/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TokenBucket } from './token-bucket.ts';

const step = fc.record({
  afterMs: fc.oneof(fc.nat(30), fc.nat(3_000)),
  tokens: fc.nat(150),
  kind: fc.constantFrom('take', 'take', 'owing', 'clamped'),
  tier: fc.nat(RATE_TIERS.length - 1),
});

test('token bucket: as one that is refilled each millisecond, and a wait is as long as it says', () => {
  forAll(300, [fc.array(step, { maxLength: 30 })], (steps) => {
    const first = RATE_TIERS[0].order;
    const bucket = new TokenBucket(first, 0);
    let [level, now] = [BigInt(first.burst) * 1_000n, 0];
    for (const { afterMs, tokens, kind, tier } of steps) {
      const terms = (RATE_TIERS[tier] ?? RATE_TIERS[0]).order;
      for (let ms = 0; ms < afterMs; ms++) {
        level += BigInt(terms.rate);
        if (level > BigInt(terms.burst) * 1_000n) level = BigInt(terms.burst) * 1_000n;
      }
      now += afterMs;
      if (level > BigInt(terms.burst) * 1_000n) level = BigInt(terms.burst) * 1_000n;
      const cost = BigInt(tokens) * 1_000n;
      if (kind === 'take') {
        const isPassed = level >= cost;
        let waitMs: number | null = 0;
        for (let later = level; later < cost && tokens <= terms.burst; later += BigInt(terms.rate)) waitMs += 1;
        if (tokens > terms.burst) waitMs = null;
        if (isPassed) level -= cost;
        expect(bucket.take(terms, tokens, now)).toMatchObject({ isPassed, waitMs });
      } else {
        if (kind === 'owing') level -= cost;
        else if (level > 0n) level = level > cost ? level - cost : 0n;
        let waitMs = 0;
        for (let later = level; later < 1_000n; later += BigInt(terms.rate)) waitMs += 1;
        const isPassed = level >= 0n;
        expect(bucket.debit(terms, tokens, kind === 'owing', now)).toMatchObject({ isPassed, waitMs });
      }
      const floor = level >= 0n ? level / 1_000n : -((-level + 999n) / 1_000n);
      expect(bucket.remaining).toBe(Number(floor));
    }
  });
});

test('rate tiers: each begins at its volume, to the millionth', () => {
  const names = RATE_TIERS.map(({ name }) => name);
  for (const [at, { volume, name }] of RATE_TIERS.entries()) {
    const micros = BigInt(volume) * 1_000_000n;
    expect(rateTierOf(micros).tier.name).toBe(name);
    if (at > 0) expect(rateTierOf(micros - 1n)).toMatchObject({ tier: { name: names[at - 1] }, next: { name } });
  }
  expect(rateTierOf(10n ** 30n)).toMatchObject({ tier: { name: 'elite' }, next: null });
  const [standard] = RATE_TIERS;
  expect([standard.order, standard.cancel]).toEqual([
    { rate: 40, burst: 60 },
    { rate: 80, burst: 120 },
  ]);
  const debts = RATE_TIERS.filter(({ allowsDebt }) => !allowsDebt).map(({ name, cancel }) => [
    name,
    cancel.rate,
    cancel.burst,
  ]);
  expect(debts).toEqual([
    ['platinum', 900, 1_350],
    ['diamond', 1_050, 1_575],
    ['elite', 1_200, 1_800],
  ]);
});
