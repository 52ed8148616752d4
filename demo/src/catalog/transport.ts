/** Questions on trains, ships and roads. */
import { choices, type EventDraft } from './shape.ts';

export const TRANSPORT: readonly EventDraft[] = [
  {
    slug: 'night-train-north-south-2028',
    title: 'Direct night train from the North Sea to the Mediterranean by 2028?',
    description:
      'Resolves to Yes if a scheduled night train with sleeping cars runs at least weekly, without a change of train, ' +
      'between a North Sea port and a Mediterranean port on 31 December 2028. Charter trains do not count.',
    source: 'Published timetables of the operators',
    endDate: '2028-12-31T23:59:00Z',
    tags: ['transport', 'climate'],
    markets: [
      {
        slug: 'night-train-north-sea-mediterranean-2028',
        question: 'Will a direct night train link the North Sea and the Mediterranean by the end of 2028?',
        fair: 5200,
      },
    ],
  },
  {
    slug: 'electric-share-new-cars-2027',
    title: 'Share of electric cars in new registrations, Europe 2027',
    description:
      'Battery-electric cars as a share of all new passenger cars registered in the European Union in 2027, rounded to ' +
      'one decimal. The market of the range that holds the published share resolves to Yes. A share on a bound belongs to ' +
      'the upper range.',
    source: "Yearly registration figures of the European manufacturers' association",
    endDate: '2028-02-15T12:00:00Z',
    tags: ['transport', 'energy', 'economy'],
    negRisk: true,
    fee: 400,
    markets: choices('eu-electric-share-2027', (share) => `Will the EU share of electric cars in 2027 be ${share}?`, [
      ['under-20', 'under 20%', 1400],
      ['20-to-24', '20% to 24%', 3600],
      ['24-to-28', '24% to 28%', 3300],
      ['over-28', '28% or more', 1700],
    ]),
  },
  {
    slug: 'atlantic-crossing-under-sail-2028',
    title: 'Cargo under sail: a regular Atlantic line by 2028?',
    description:
      'Resolves to Yes if, in the twelve months before 31 December 2028, one line has made at least 24 Atlantic crossings ' +
      'with cargo ships that used sails as their main propulsion for more than half of each crossing.',
    source: "Port records and the line's audited voyage reports",
    endDate: '2028-12-31T23:59:00Z',
    tags: ['transport', 'climate'],
    markets: [
      {
        slug: 'atlantic-sail-cargo-line-2028',
        question: 'Will a regular cargo line cross the Atlantic under sail by the end of 2028?',
        fair: 3800,
      },
    ],
  },
];
