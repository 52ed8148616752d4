/** Questions on prices, rates and trade. */
import { choices, type EventDraft, type SeriesInput } from './shape.ts';

const RATES: SeriesInput = {
  title: 'Central bank decisions',
  slug: 'central-bank-decisions',
  seriesType: 'single',
  recurrence: 'quarterly',
};

/** The three possible outcomes of a meeting, as one negative-risk group. */
function rateDecision(
  meeting: string,
  slug: string,
  endDate: string,
  fair: readonly [number, number, number],
): EventDraft {
  const [lower, same, higher] = fair;
  return {
    slug: `ecb-rate-decision-${slug}`,
    title: `European Central Bank: rate decision, ${meeting}`,
    description:
      `Looks at the deposit facility rate that the governing council announces at its ${meeting} meeting, compared with ` +
      'the rate in force the day before. One of the three markets resolves to Yes. If the meeting does not take place, ' +
      '"No change" does.',
    source: 'Monetary policy decision of the European Central Bank',
    endDate,
    tags: ['economy', 'world'],
    series: RATES,
    negRisk: true,
    fee: 400,
    tick: 0.005,
    markets: [
      {
        slug: `ecb-${slug}-lower`,
        question: `Will the ECB lower its deposit rate at its ${meeting} meeting?`,
        label: 'Lower',
        fair: lower,
      },
      {
        slug: `ecb-${slug}-no-change`,
        question: `Will the ECB leave its deposit rate unchanged at its ${meeting} meeting?`,
        label: 'No change',
        fair: same,
      },
      {
        slug: `ecb-${slug}-higher`,
        question: `Will the ECB raise its deposit rate at its ${meeting} meeting?`,
        label: 'Higher',
        fair: higher,
      },
    ],
  };
}

export const ECONOMY: readonly EventDraft[] = [
  rateDecision('March 2027', 'march-2027', '2027-03-11T13:15:00Z', [1850, 7300, 850]),
  rateDecision('June 2027', 'june-2027', '2027-06-10T12:15:00Z', [2250, 6400, 1350]),
  {
    slug: 'coffee-price-2027',
    title: 'How high does coffee go in 2027?',
    description:
      'Looks at the highest daily settlement in 2027 of the front-month arabica future, in US cents for a pound. Each ' +
      'market resolves to Yes as soon as a settlement is at or above its level, and to No if none was by the end of the ' +
      'year.',
    source: 'Daily settlements of the exchange that lists the future',
    endDate: '2027-12-31T23:00:00Z',
    tags: ['economy'],
    fee: 700,
    markets: choices('coffee-2027', (price) => `Will arabica settle at ${price} or more in 2027?`, [
      ['350-cents', '350 cents', 6800],
      ['400-cents', '400 cents', 4200],
      ['450-cents', '450 cents', 2300],
      ['500-cents', '500 cents', 1100],
    ]),
  },
  {
    slug: 'four-day-week-law-by-2030',
    title: 'A national four-day week by 2030?',
    description:
      'Resolves to Yes if, by 31 December 2029, a member state of the OECD has a law in force that sets the regular ' +
      'working week of most employees to at most 32 hours without a cut in pay.',
    source: 'Legislation databases of OECD members',
    endDate: '2029-12-31T23:59:00Z',
    tags: ['economy', 'world'],
    tick: 0.001,
    markets: [
      {
        slug: 'four-day-week-law-before-2030',
        question: 'Will an OECD country make the four-day week law before 2030?',
        fair: 620,
      },
    ],
  },
  {
    slug: 'euro-area-inflation-december-2027',
    title: 'Euro area inflation in December 2027',
    description:
      'Looks at the change over twelve months of the harmonised index of consumer prices of the euro area for December ' +
      '2027, as first published in full. The market whose range contains the figure resolves to Yes; a figure on the ' +
      'edge of two ranges belongs to the higher one.',
    source: 'Eurostat',
    endDate: '2028-01-19T10:00:00Z',
    tags: ['economy', 'world'],
    negRisk: true,
    numeric: { kind: 'number', edges: ['1', '1.5', '2', '2.5', '3'], unit: '%' },
    markets: choices('euro-inflation-2027', (range) => `Will euro area inflation in December 2027 be ${range}?`, [
      ['below-1', 'Below 1 %', 600, 'Will euro area inflation in December 2027 be below 1 %?'],
      ['1-to-1-5', '1 to 1.5 %', 1600],
      ['1-5-to-2', '1.5 to 2 %', 3000],
      ['2-to-2-5', '2 to 2.5 %', 2900],
      ['2-5-to-3', '2.5 to 3 %', 1300],
      ['3-or-more', '3 % or more', 600],
    ]),
  },
];
