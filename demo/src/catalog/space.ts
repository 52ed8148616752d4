/** Questions on space. */
import { choices, type EventDraft } from './shape.ts';

export const SPACE: readonly EventDraft[] = [
  {
    slug: 'next-people-on-the-moon',
    title: 'When do people land on the Moon again?',
    description:
      'Looks at the first landing with people on board since 1972 from which at least one of them returns to Earth alive. ' +
      'The market of the year in which the landing takes place, in UTC, resolves to Yes, all others to No.',
    source: 'Mission report of the space agency in charge',
    endDate: '2030-12-31T23:59:00Z',
    tags: ['space', 'science', 'world'],
    negRisk: true,
    markets: choices('moon-landing', (year) => `Will people land on the Moon again in ${year}?`, [
      ['2027-or-earlier', '2027 or earlier', 300],
      ['2028', '2028', 2200],
      ['2029', '2029', 2600],
      ['2030', '2030', 2400],
      ['2031-or-later', '2031 or later', 2500, 'Will people land on the Moon again in 2031 or later, or never?'],
    ]),
  },
  {
    slug: 'orbital-launches-2027',
    title: 'How many orbital launches in 2027?',
    description:
      'Counts launches in 2027 that put at least one object into orbit, by date in UTC. The market of the range that ' +
      'holds the count resolves to Yes, all others to No.',
    source: 'Public launch log of an independent astronomer, as of 15 January 2028',
    endDate: '2028-01-15T12:00:00Z',
    tags: ['space', 'technology'],
    negRisk: true,
    tick: 0.005,
    markets: choices('orbital-launches-2027', (count) => `Will there be ${count} orbital launches in 2027?`, [
      ['under-320', 'under 320', 2150, 'Will there be fewer than 320 orbital launches in 2027?'],
      ['320-to-359', '320 to 359', 3450],
      ['360-to-399', '360 to 399', 2800],
      ['400-or-more', '400 or more', 1600],
    ]),
  },
  {
    slug: 'signs-of-life-beyond-earth-by-2030',
    title: 'Signs of life beyond Earth by 2030?',
    description:
      'Resolves to Yes if, by 31 December 2029, a space agency states in a press conference that life beyond Earth, past ' +
      'or present, has been found, and a peer-reviewed paper supports it. "Possible" or "potential" signs do not count.',
    source: 'Statements of space agencies; peer-reviewed journals',
    endDate: '2029-12-31T23:59:00Z',
    tags: ['space', 'science'],
    tick: 0.001,
    minimumSize: 10,
    markets: [
      {
        slug: 'life-beyond-earth-announced-before-2030',
        question: 'Will life beyond Earth be announced before 2030?',
        fair: 130,
      },
    ],
  },
  {
    slug: 'bright-comet-2027',
    title: 'A comet for the naked eye in 2027?',
    description:
      'Resolves to Yes if a comet is reported at magnitude 2.0 or brighter by at least five independent observers on one ' +
      'night of 2027.',
    source: 'Comet Observation Database',
    endDate: '2028-01-10T12:00:00Z',
    tags: ['space'],
    markets: [{ slug: 'comet-magnitude-2-in-2027', question: 'Will a comet reach magnitude 2.0 in 2027?', fair: 2300 }],
  },
];
