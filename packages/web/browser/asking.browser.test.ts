/** Asking: a template, a copy, pasted rows, suggestions with their approval, clarifications, and a later opening. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newTrader } from './stage.ts';
import { describeInBrowser, openHouse } from './theatre.testing.ts';
import { comeBack, operate, visit } from './ways.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Findings of the accessibility scan, and by how much the page is too wide for a phone. */
async function flawsOf(page: Page): Promise<readonly string[]> {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run(document, { resultTypes: ['violations'], preload: false });
    return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id);
  });
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  return excess > 0 ? [...found, `${excess} px too wide`] : found;
}

describeInBrowser('asking', () => {
  const on = openHouse();
  const admin = () => on.venue.asOperator().admin;

  async function finish(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Next: Terms' }).click();
    await page.getByRole('button', { name: 'Next: Preview' }).click();
    await page.getByRole('button', { name: 'Create event' }).click();
    await page.getByRole('heading', { name: /^Created: / }).waitFor();
  }

  test('asking: a template fills a question, which ends trading at its end, and a copy of it', async () => {
    const page = await operate(on, '/new');
    await page.getByRole('button', { name: 'One of several' }).click();
    await page.getByLabel('Title').fill('Next mayor of the quay');
    await page.getByLabel('Resolution source').fill('The town hall');
    await page.getByLabel('Ends').fill('2030-12-31T12:00');
    expect(await flawsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Next: Markets' }).click();
    await page.getByLabel('Answers, one a line').fill('Anna\nSecond answer\nOther');
    await finish(page);
    const event = await newTrader(on.venue).events.get({ slug: 'next-mayor-of-the-quay' });
    expect(event.negRisk).toBe(true);
    expect(event.markets.map(({ groupItemTitle, closeTime }) => [groupItemTitle, closeTime])).toEqual(
      ['Anna', 'Second answer', 'Other'].map((label) => [label, '2030-12-31T12:00:00Z']),
    );
    await page.getByRole('link', { name: 'Manage it' }).click();
    await page.getByRole('link', { name: 'Duplicate' }).click();
    await page.getByLabel('Title').fill('Mayor after that');
    await page.getByLabel('Ends').fill('2034-12-31T12:00');
    await page.getByRole('button', { name: 'Next: Markets' }).click();
    await finish(page);
    const copy = await newTrader(on.venue).events.get({ slug: 'mayor-after-that' });
    expect(copy.markets.map(({ groupItemTitle }) => groupItemTitle)).toEqual(['Anna', 'Second answer', 'Other']);
  });

  test('asking: pasted rows show what is wrong, are created once each, and what fails is sent again', async () => {
    const page = await operate(on, '/new', { expected: /ERR_FAILED/ });
    await page.getByText('Paste many').click();
    const field = page.getByLabel('Questions as CSV or TSV');
    const paste = (ends: string) =>
      field.fill(
        `title,rules,source,ends,answers\n"Gulls, or none?",By count.,Warden,2030-05-01,\nFerry colour?,Seen.,Harbour,${ends},Red|Blue`,
      );
    await paste('2020-05-01');
    await page.getByText('column ends: The end has to lie ahead.').waitFor();
    await page.getByText('1 of 2 rows have problems. Nothing is sent').waitFor();
    expect(await flawsOf(page)).toEqual([]);
    await paste('2030-05-01');
    // The answer to the second row is lost on its way.
    let requests = 0;
    await page.route(`${on.venue.url}/admin/events`, async (route) => {
      const response = await route.fetch();
      requests++;
      if (requests >= 2 && requests < 20) await route.abort();
      else await route.fulfill({ response });
    });
    await page.getByRole('button', { name: 'Create 2 events' }).click();
    await page.getByText('1 of 2 are created. Sending again creates nothing twice.').waitFor();
    requests = 100;
    await page.getByRole('button', { name: 'Send the 1 left' }).click();
    await page.getByText('All 2 are created.').waitFor();
    const { events } = await admin().events({ q: 'Ferry colour' });
    expect(events.map(({ slug, markets }) => [slug, markets])).toEqual([['ferry-colour', 2]]);
  });

  test('asking: a member suggests, the operator approves by an event, and the member finds it', async () => {
    const { page: member } = await comeBack(on, '/suggest');
    await member.getByLabel('Question').fill('Who rows first?');
    await member.getByLabel('Answers (optional)').fill('Red boat\nBlue boat');
    await member.getByRole('button', { name: 'Suggest', exact: true }).click();
    await member.getByText('Waiting', { exact: true }).waitFor();
    await member.getByText('Red boat, Blue boat').waitFor();
    expect(await flawsOf(member)).toEqual([]);
    const page = await operate(on, '/suggestions');
    await page.getByText('Red boat, Blue boat').waitFor();
    expect(await flawsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Approve “Who rows first?”' }).click();
    await page.getByLabel('Description and rules').fill('By the photograph.');
    await page.getByLabel('Resolution source').fill('The umpire');
    await page.getByLabel('Ends').fill('2030-06-01T12:00');
    await page.getByRole('button', { name: 'Next: Markets' }).click();
    await finish(page);
    await page.getByText(/is approved, and its author sees this event/).waitFor();
    await member.reload();
    await member.getByText('Approved', { exact: true }).waitFor();
    await member.getByRole('link', { name: 'See the event' }).click();
    await member.getByRole('heading', { name: 'Who rows first?', level: 1 }).waitFor();
  });

  test('asking: a clarification appears beside the rules without a reload, and an opening time is shown until it comes', async () => {
    const opens = new Date(Date.now() + 3_600_000).toISOString();
    const { id, slug } = await admin().addEvent({
      ...{ title: 'Later regatta', endDate: '2030-06-30T12:00:00Z', openTime: opens },
      markets: [{ question: 'Will the later regatta start?' }],
    });
    const page = await visit(on, `/event/${slug}`);
    const main = page.getByRole('main');
    await main.getByText(/^Trading opens /).waitFor();
    await main
      .getByText(/^Opens /)
      .first()
      .waitFor();
    const desk = await operate(on, `/events?event=${slug}`);
    await desk.getByText('Clarifications (0)').click();
    await desk.getByLabel('New clarification').fill('A start counts when the gun fires.');
    await desk.getByRole('button', { name: 'Publish clarification' }).click();
    await page
      .getByRole('region', { name: 'Clarifications' })
      .getByText('A start counts when the gun fires.')
      .waitFor();
    expect(await flawsOf(page)).toEqual([]);
    await admin().updateEvent(id, { openTime: null });
    await main.getByText(/^Trading opens /).waitFor({ state: 'detached' });
    await main.getByRole('button', { name: /^Yes/ }).first().waitFor();
  });
});
