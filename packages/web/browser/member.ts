/** Actions of people who join a venue by a link, in a narrow window. */
import type { Page } from 'playwright-core';
import type { Venue } from './venue.ts';
import { fillTicket, openTicket } from './ways.ts';

type Place = Pick<Venue, 'page'>;

/** Follows a link as a person would, until the account is open. `name`: null for someone whom the link knows. */
export async function join(page: Page, link: string, name: string | null): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Continue' }).click();
  if (name !== null) {
    await page.getByLabel('Your name').fill(name);
    await page.getByRole('button', { name: 'Join', exact: true }).click();
  }
  await page.getByRole('heading', { name: 'You are in' }).waitFor();
}

/** Places a limit order for ten shares of Yes. */
export async function bid(page: Page, venue: Place, market: string, cents: string): Promise<void> {
  await page.goto(venue.page(`/market/${market}`));
  await openTicket(page, 'Yes');
  const ticket = page.getByRole('dialog');
  await fillTicket(page, { type: 'Limit', outcome: 'Yes', shares: '10', cents });
  await ticket.getByRole('button', { name: 'Buy Yes', exact: true }).click();
  await ticket.getByText('Order placed').waitFor();
}

/** Counts the person's open orders, of which there has to be one. */
export async function countOrders(page: Page, venue: Place): Promise<number> {
  await page.goto(venue.page('/portfolio'));
  await page.getByRole('tab', { name: /Orders/ }).click();
  const cancels = page.getByRole('button', { name: /^Cancel: / });
  await cancels.first().waitFor();
  return cancels.count();
}

/** Makes a link for another device of the person, under Account. */
export async function deviceLink(page: Page, venue: Place): Promise<string> {
  await page.goto(venue.page('/account'));
  await page.getByText('this device').waitFor();
  await page.getByRole('button', { name: 'Add a device' }).click();
  const added = page.getByRole('dialog', { name: 'Add a device' });
  await added.getByRole('img', { name: 'Link for the other device as a code' }).waitFor();
  return added.getByRole('textbox', { name: 'Link for the other device' }).inputValue();
}

/** Revokes the other one of two devices. */
export async function revokeOther(page: Page, venue: Place): Promise<void> {
  await page.goto(venue.page('/account'));
  await page.getByRole('button', { name: /^Revoke / }).click();
  await page.getByRole('button', { name: 'Revoke it' }).click();
  await page.getByText('is out').waitFor();
}
