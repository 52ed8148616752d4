/** Questions on medicine and public health. */
import { choices, type EventDraft } from './shape.ts';

export const HEALTH: readonly EventDraft[] = [
  {
    slug: 'malaria-vaccine-coverage-2028',
    title: 'Malaria vaccine coverage in 2028',
    description:
      'Counts countries whose national immunisation programme gives a malaria vaccine nationwide by 31 December 2028. ' +
      'Pilot regions do not count. Each market resolves to Yes if the number of countries is at least the one it names.',
    source: 'Yearly immunisation report of the World Health Organization for 2028',
    endDate: '2029-07-31T12:00:00Z',
    tags: ['health', 'world'],
    markets: [
      {
        slug: 'malaria-vaccine-15-countries-2028',
        question: 'Will at least 15 countries give a malaria vaccine nationwide by the end of 2028?',
        label: '15 or more',
        fair: 7400,
      },
      {
        slug: 'malaria-vaccine-20-countries-2028',
        question: 'Will at least 20 countries give a malaria vaccine nationwide by the end of 2028?',
        label: '20 or more',
        fair: 4100,
      },
      {
        slug: 'malaria-vaccine-25-countries-2028',
        question: 'Will at least 25 countries give a malaria vaccine nationwide by the end of 2028?',
        label: '25 or more',
        fair: 1600,
      },
    ],
  },
  {
    slug: 'universal-flu-vaccine-approved-by-2029',
    title: 'Universal flu vaccine approved by 2029?',
    description:
      'Resolves to Yes if a medicines regulator in the European Union, Japan, the United Kingdom or the United States ' +
      'approves, by 31 December 2028, an influenza vaccine whose label claims protection for at least three seasons ' +
      'without an update of strains. Emergency authorisations do not count.',
    source: 'Public registers of the regulators named',
    endDate: '2028-12-31T23:59:00Z',
    tags: ['health', 'science'],
    markets: [
      {
        slug: 'universal-flu-vaccine-approved-before-2029',
        question: 'Will a universal flu vaccine be approved before 2029?',
        fair: 900,
        fee: 300,
      },
    ],
  },
  {
    slug: 'wellbeing-survey-2027-habit',
    title: 'Wellbeing survey 2027: which habit grew most?',
    description:
      'The yearly Open Wellbeing Survey asks the same 40,000 people which habits they keep. The market of the habit ' +
      'whose share grew most in percentage points from 2026 to 2027 resolves to Yes, all others to No. In case of a tie ' +
      'the habit with the larger share in 2027 counts.',
    source: 'Tables of the Open Wellbeing Survey 2027',
    endDate: '2027-11-30T12:00:00Z',
    tags: ['health', 'culture'],
    negRisk: true,
    markets: choices(
      'wellbeing-2027',
      (habit) => `Will ${habit.toLowerCase()} grow most in the Open Wellbeing Survey 2027?`,
      [
        ['walking', 'Daily walking', 4300],
        ['home-cooking', 'Home cooking', 3100],
        ['screen-free-evenings', 'Screen-free evenings', 2600],
      ],
    ),
  },
];
