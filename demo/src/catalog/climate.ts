/** Questions on weather, climate and energy. */
import { choices, type EventDraft, type SeriesInput } from './shape.ts';

const RECORDS: SeriesInput = {
  title: 'Climate records',
  slug: 'climate-records',
  seriesType: 'single',
  recurrence: 'yearly',
};

export const CLIMATE: readonly EventDraft[] = [
  {
    slug: 'global-temperature-rank-2027',
    title: 'Where does 2027 rank among the warmest years?',
    description:
      'Ranks 2027 by global mean surface air temperature in the ERA5 data set, as first published for the full year. The ' +
      'market of its rank resolves to Yes, all others to No. Years that are equal to two decimals share the better rank.',
    source: 'Yearly summary of the Copernicus Climate Change Service',
    endDate: '2028-01-20T12:00:00Z',
    tags: ['climate', 'science'],
    series: RECORDS,
    negRisk: true,
    markets: [
      {
        slug: 'temperature-rank-2027-first',
        question: 'Will 2027 be the warmest year on record?',
        label: '1st',
        fair: 3900,
      },
      {
        slug: 'temperature-rank-2027-second',
        question: 'Will 2027 be the second-warmest year on record?',
        label: '2nd',
        fair: 2500,
      },
      {
        slug: 'temperature-rank-2027-third',
        question: 'Will 2027 be the third-warmest year on record?',
        label: '3rd',
        fair: 1900,
      },
      {
        slug: 'temperature-rank-2027-fourth-or-lower',
        question: 'Will 2027 rank fourth or lower among the warmest years?',
        label: '4th or lower',
        fair: 1700,
      },
    ],
  },
  {
    slug: 'arctic-sea-ice-minimum-2027',
    title: 'Arctic sea ice minimum 2027',
    description:
      'Looks at the smallest five-day mean extent of Arctic sea ice in September 2027. Each market resolves to Yes if the ' +
      'extent is below the one it names.',
    source: 'National Snow and Ice Data Center',
    endDate: '2027-10-10T12:00:00Z',
    tags: ['climate', 'science'],
    series: RECORDS,
    markets: choices(
      'arctic-ice-2027',
      (extent) => `Will the Arctic sea ice minimum of 2027 be ${extent} million km²?`,
      [
        ['below-4-5', 'below 4.5', 6200],
        ['below-4-0', 'below 4.0', 2600],
        ['below-3-39', 'record low', 600, 'Will the Arctic sea ice minimum of 2027 be a new record low?'],
      ],
    ),
  },
  {
    slug: 'renewable-share-electricity-2027',
    title: "Renewables: half of the world's electricity?",
    description:
      "Share of wind, water, sun, biomass and earth heat in the world's electricity of the year named. Each market " +
      'resolves to Yes if the first full-year figure is at least the share it names.',
    source: 'Yearly electricity review of an independent energy think tank, as first published',
    endDate: '2029-05-31T12:00:00Z',
    tags: ['energy', 'climate', 'world'],
    fee: 200,
    markets: [
      {
        slug: 'renewables-36-percent-2027',
        question: "Will renewables make at least 36% of the world's electricity in 2027?",
        label: '36% in 2027',
        fair: 6500,
        endDate: '2028-05-31T12:00:00Z',
      },
      {
        slug: 'renewables-40-percent-2028',
        question: "Will renewables make at least 40% of the world's electricity in 2028?",
        label: '40% in 2028',
        fair: 2800,
      },
    ],
  },
  {
    slug: 'snow-in-the-south-2027',
    title: 'Snow on the beach: winter 2026/27',
    description:
      'Resolves to Yes if an official weather station within one kilometre of the sea reports at least one centimetre of ' +
      'lying snow, at the place named, on any morning from 1 December 2026 to 31 March 2027.',
    source: 'Daily reports of the national weather services',
    endDate: '2027-04-05T12:00:00Z',
    tags: ['climate'],
    markets: choices('snow-2027', (place) => `Will snow lie on the coast at ${place} in winter 2026/27?`, [
      ['barcelona', 'Barcelona', 700],
      ['thessaloniki', 'Thessaloniki', 3300],
      ['varna', 'Varna', 8600],
    ]),
  },
];
