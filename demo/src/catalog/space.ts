/** Questions on space. */
import type { EventDraft } from './shape.ts';

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
    markets: [
      {
        slug: 'moon-landing-2027-or-earlier',
        question: 'Will people land on the Moon again in 2027 or earlier?',
        label: '2027 or earlier',
        fair: 300,
      },
      { slug: 'moon-landing-2028', question: 'Will people land on the Moon again in 2028?', label: '2028', fair: 2200 },
      { slug: 'moon-landing-2029', question: 'Will people land on the Moon again in 2029?', label: '2029', fair: 2600 },
      { slug: 'moon-landing-2030', question: 'Will people land on the Moon again in 2030?', label: '2030', fair: 2400 },
      {
        slug: 'moon-landing-2031-or-later',
        question: 'Will people land on the Moon again in 2031 or later, or never?',
        label: '2031 or later',
        fair: 2500,
      },
    ],
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
    markets: [
      {
        slug: 'orbital-launches-2027-under-320',
        question: 'Will there be fewer than 320 orbital launches in 2027?',
        label: 'under 320',
        fair: 2150,
      },
      {
        slug: 'orbital-launches-2027-320-to-359',
        question: 'Will there be 320 to 359 orbital launches in 2027?',
        label: '320 to 359',
        fair: 3450,
      },
      {
        slug: 'orbital-launches-2027-360-to-399',
        question: 'Will there be 360 to 399 orbital launches in 2027?',
        label: '360 to 399',
        fair: 2800,
      },
      {
        slug: 'orbital-launches-2027-400-or-more',
        question: 'Will there be 400 or more orbital launches in 2027?',
        label: '400 or more',
        fair: 1600,
      },
    ],
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
