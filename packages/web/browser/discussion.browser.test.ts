/** Two visitors of one event see each other's comments and likes, without a reload and without being disturbed. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser, openTheatre } from './theatre.testing.ts';
import { welcome } from './visitor.ts';
import { bringAccount, comeBack, holdAnswers } from './ways.ts';

const FORECAST = 'The forecast says wind from the north on Sunday.';

describeInBrowser('discussion', () => {
  const on = openTheatre('Dunlin Bay');

  const comment = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text }).last();

  test('discussion: another visitor sees what is said, liked and taken back, and goes on writing [W30]', async () => {
    const [writer, reader] = [await welcome(on.browser), await welcome(on.browser)];
    for (const page of [writer, reader]) {
      await bringAccount(page);
      await page.goto(on.venue.page(`/event/${on.stage.ferry.eventSlug}`));
      await page.getByText(FORECAST, { exact: true }).waitFor();
    }
    await reader.evaluate(() => Object.assign(window, { isSamePage: true }));
    // The reader has started to write a reply.
    const forecast = reader.getByRole('listitem').filter({ hasText: FORECAST });
    await forecast.getByRole('button', { name: 'Reply' }).first().click();
    const composer = forecast.getByLabel(/^Reply to/);
    await composer.fill('Not quite, I');
    await composer.scrollIntoViewIfNeeded();
    const top = async () => Math.round((await composer.boundingBox())?.y ?? -1);
    const before = await top();

    await writer.getByLabel('Write a comment').fill('I see the boat from here.');
    await writer.getByRole('button', { name: 'Comment', exact: true }).click();
    await comment(reader, 'I see the boat from here.').waitFor();
    expect(await composer.inputValue()).toBe('Not quite, I');
    await expect.poll(top).toBe(before);
    expect(await composer.evaluate((field) => field === document.activeElement)).toBe(true);

    const like = (page: Page, count: number) =>
      comment(page, 'I see the boat from here.').getByRole('button', { name: `Like, ${count}` });
    await like(writer, 0).click();
    await like(reader, 1).click();
    await like(writer, 2).click();
    await like(reader, 1).waitFor();

    await composer.fill('Not quite, I hear it too.');
    await forecast.locator('form').getByRole('button', { name: 'Reply', exact: true }).click();
    await writer.getByText('Not quite, I hear it too.', { exact: true }).waitFor();

    await comment(writer, 'I see the boat from here.').getByRole('button', { name: 'Delete' }).click();
    await writer.getByRole('dialog').getByRole('button', { name: 'Delete it' }).click();
    await reader.getByText('I see the boat from here.').waitFor({ state: 'detached' });
    expect(await reader.evaluate(() => 'isSamePage' in window)).toBe(true);
  });

  test('discussion: what is typed while a comment is on its way stays, and is the next comment', async () => {
    const { page } = await comeBack(on, `/event/${on.stage.ferry.eventSlug}`);
    const field = page.getByLabel('Write a comment');
    const send = page.getByRole('button', { name: 'Comment', exact: true });
    await field.fill('The tide is early.');
    const letGo = await holdAnswers(page, '**/comments');
    await send.click();
    // The feed is faster than the answer.
    await comment(page, 'The tide is early.').waitFor();
    await field.fill('And the wind is late.');
    letGo();
    await page.locator('.composer button[type=submit]:not([aria-busy])').first().waitFor();
    expect(await field.inputValue()).toBe('And the wind is late.');
    await send.click();
    await comment(page, 'And the wind is late.').waitFor();
    await expect.poll(() => field.inputValue()).toBe('');
  });

  test('discussion: a moderator removes all comments of an author, after being asked; others are not offered it [W30]', async () => {
    const visitors = [await welcome(on.browser), await welcome(on.browser), await welcome(on.browser)] as const;
    const [author, moderator, reader] = visitors;
    const [, moderating] = await Promise.all(visitors.map(bringAccount));
    for (const page of visitors) {
      await page.goto(on.venue.page(`/event/${on.stage.ferry.eventSlug}`));
      await page.getByText(FORECAST, { exact: true }).waitFor();
    }
    // The venue knows the account only after its first sign-in.
    await moderator.getByRole('link', { name: /^Account, cash/ }).waitFor();
    await on.stage.operator.admin.addModerator(moderating?.address ?? '');
    await moderator.reload();
    for (const text of ['Buy my tickets.', 'Buy my tickets now.']) {
      await author.getByLabel('Write a comment').fill(text);
      await author.getByRole('button', { name: 'Comment', exact: true }).click();
      await comment(moderator, text).getByRole('button', { name: 'Report' }).waitFor();
    }
    const name = /^Remove all comments of/;
    const removeAll = comment(moderator, 'Buy my tickets now.').getByRole('button', { name });
    await removeAll.click();
    const dialog = moderator.getByRole('dialog', { name: /^Remove all comments of .*\?$/ });
    await dialog.getByText('Everything that this account has written').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await removeAll.click();
    await dialog.getByRole('button', { name: 'Remove all' }).click();
    await moderator.getByText('2 comments removed').waitFor();
    for (const visitor of visitors) {
      await expect.poll(() => visitor.getByText(/^Buy my tickets/).count()).toBe(0);
      await visitor.getByText(FORECAST, { exact: true }).waitFor();
    }
    for (const other of [author, reader]) expect(await other.getByRole('button', { name }).count()).toBe(0);
  });
});
