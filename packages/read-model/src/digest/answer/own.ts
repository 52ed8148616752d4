/** The read `digest-own`: what a period brought an account: results that paid, and prices of what it holds. */
import type { UserActivity } from '@bellwether/contract';
import type { DigestSection } from '@bellwether/ports/people.ts';
import type { ReadStore } from '../../database.ts';
import { activityRead } from '../../ledger/answer/activity.ts';
import { marketTextsOf, selectWalletsOfUser } from '../../ledger/query/ledger-context.ts';
import { found } from '../../lookup.ts';
import { valued } from '../../portfolio/answer/portfolio-output.ts';
import { heldPositions } from '../../portfolio/query/portfolio.ts';
import { pointBefore, selectNewestPrice } from '../../prices/query/price-history.ts';
import { HALF_TICKS_ONE } from '../../prices/tables.ts';
import { createRead } from '../../read.ts';

export interface OwnDigest {
  /** Address of the account, in lower case. */
  readonly user: string;
  readonly startMs: number;
  readonly endMs: number;
}

const LINES_MAX = 10;
/** Largest holdings that are looked at, and the least of them in millionths of a share. */
const HELD_MAX = 100;
const HELD_MICROS_MIN = 10_000;
/** Least change of a price that is told: a point. */
const CHANGE_MIN = HALF_TICKS_ONE / 100;
const HOURS = { grain: 2, seconds: 3_600 } as const;

export const digestOwnRead = createRead('digest-own', async (database, asked: OwnDigest) => {
  const sections: DigestSection[] = [
    { title: 'Your results', lines: (await resultsOf(database, asked)).map(resultLine) },
    { title: 'What you hold', lines: await heldLines(database, asked) },
  ];
  return { value: { sections: sections.filter(({ lines }) => lines.length > 0) } };
});

async function resultsOf(database: ReadStore, { user, startMs, endMs }: OwnDigest): Promise<readonly UserActivity[]> {
  const rows = await activityRead.run(database, {
    ...{ user, type: ['REDEEM', 'REFUND', 'PAYOUT_ADDED', 'PAYOUT_RECLAIMED', 'DEBT'], limit: LINES_MAX, offset: 0 },
    ...{ start: Math.ceil(startMs / 1_000), end: Math.ceil(endMs / 1_000) - 1 },
    ...{ sortBy: 'TIMESTAMP', sortDirection: 'DESC' },
  });
  return rows?.value ?? [];
}

function resultLine({ type, title, outcome, size, slug, usdcSize }: UserActivity): DigestSection['lines'][number] {
  const money = `$${usdcSize.toFixed(2)}`;
  const shares = `${sharesText(size)} ${outcome}`;
  const words: Partial<Record<UserActivity['type'], string>> = {
    REDEEM: usdcSize > 0 ? `you received ${money} for ${shares}` : `your ${shares} paid nothing`,
    REFUND: `you got ${money} back`,
    PAYOUT_ADDED: `you received ${money} more: the result was corrected`,
    PAYOUT_RECLAIMED: `${money} was taken back: the result was corrected`,
    DEBT: `your account owes ${money} of what was taken back`,
  };
  return { text: `${title} ${words[type] ?? money}`, path: `/app/market/${slug}` };
}

/** Holdings whose price has changed, the largest change first. Without a price at the start, it is what they cost. */
async function heldLines(database: ReadStore, { user, startMs }: OwnDigest): Promise<DigestSection['lines']> {
  const wallets = await selectWalletsOfUser(database, user);
  const changed: { market: number; outcome: number; shares: number; before: number; now: number }[] = [];
  for (const wallet of wallets)
    for (const position of await heldPositions(database, wallet, null, HELD_MICROS_MIN).limit(HELD_MAX).execute()) {
      const { cost_micros: cost, market, outcome, payout_0, shares_micros: shares } = position;
      const now = valued(position).halfTicks;
      if (now === null || payout_0 !== null) continue;
      const first = await priceAt(database, market, Math.floor(startMs / 1_000));
      const paid = Math.round((HALF_TICKS_ONE * cost) / shares);
      const before = first === null ? paid : outcome === 0 ? first : HALF_TICKS_ONE - first;
      if (Math.abs(now - before) >= CHANGE_MIN) changed.push({ market, outcome, shares, before, now });
    }
  const change = ({ before, now }: (typeof changed)[number]): number => Math.abs(now - before);
  const told = changed.sort((a, b) => change(b) - change(a) || a.market - b.market).slice(0, LINES_MAX);
  const markets = await marketTextsOf(database, told);
  return told.map(({ market, outcome, shares, before, now }) => {
    const { outcome_0, outcome_1, question, slug } = found(markets, market, 'market');
    const name = outcome === 0 ? outcome_0 : outcome_1;
    const text = `${question} Your ${sharesText(shares / 1e6)} ${name}: ${percent(before)} → ${percent(now)}`;
    return { text, path: `/app/market/${slug}` };
  });
}

/** Price of the first outcome at a time, to the hour; null if there was none. */
async function priceAt(database: ReadStore, market: number, atS: number): Promise<number | null> {
  const newest = await selectNewestPrice(database, market);
  if (newest === null || newest.atS <= atS) return newest?.priceHalfTicks ?? null;
  const row = await pointBefore(database, market, HOURS.grain, Math.floor(atS / HOURS.seconds)).executeTakeFirst();
  return row?.price_half_ticks ?? null;
}

const sharesText = (shares: number): string => String(Number(shares.toFixed(2)));
const percent = (halfTicks: number): string => `${Number(((100 * halfTicks) / HALF_TICKS_ONE).toFixed(1))}%`;
