/** Questions on research and discovery. */
import { choices, type EventDraft } from './shape.ts';

export const SCIENCE: readonly EventDraft[] = [
  {
    slug: 'room-temperature-superconductor-by-2030',
    title: 'Room-temperature superconductor by 2030?',
    description:
      'Resolves to Yes if, by 31 December 2029, a peer-reviewed paper reports superconductivity at or above 273 K and at ' +
      'most two atmospheres of pressure, and at least two laboratories independent of its authors confirm it in ' +
      'peer-reviewed work of their own. A paper that is retracted before the end date does not count. Otherwise No.',
    source: 'Peer-reviewed journals with an editorial retraction policy',
    endDate: '2029-12-31T23:59:00Z',
    tags: ['science', 'energy'],
    tick: 0.0025,
    markets: [
      {
        slug: 'room-temperature-superconductor-confirmed-before-2030',
        question: 'Will a room-temperature superconductor be confirmed before 2030?',
        fair: 225,
      },
    ],
  },
  {
    slug: 'fusion-milestones-2028',
    title: 'Fusion milestones by the end of 2028',
    description:
      'Each market resolves to Yes if the milestone it names is reached by 31 December 2028 and documented in a ' +
      'peer-reviewed paper or by the national regulator in charge of the site. Announcements by the operator alone do ' +
      'not count.',
    source: 'Peer-reviewed papers; national regulators',
    endDate: '2028-12-31T23:59:00Z',
    tags: ['science', 'energy'],
    tick: 0.005,
    markets: [
      {
        slug: 'fusion-plasma-30-minutes-by-2028',
        question: 'Will a fusion plasma be sustained for 30 minutes by the end of 2028?',
        label: '30-minute plasma',
        fair: 6150,
      },
      {
        slug: 'fusion-private-net-gain-by-2028',
        question: 'Will a privately funded machine report scientific net gain by the end of 2028?',
        label: 'Private net gain',
        fair: 2350,
      },
      {
        slug: 'fusion-electricity-to-grid-by-2028',
        question: 'Will a fusion plant deliver electricity to a public grid by the end of 2028?',
        label: 'Power to the grid',
        fair: 250,
      },
    ],
  },
  {
    slug: 'science-prize-field-2027',
    title: 'Which field wins the Meridian Science Prize 2027?',
    description:
      'The Meridian Science Prize is given once a year for a single body of work. The market of the field that the ' +
      'committee names in its citation resolves to Yes, all others to No. If the citation names several fields, the ' +
      'first one counts. If no prize is given in 2027, "Other field or no prize" resolves to Yes.',
    source: 'Citation of the Meridian Science Prize committee',
    endDate: '2027-10-15T12:00:00Z',
    tags: ['science', 'culture'],
    negRisk: true,
    markets: choices(
      'science-prize-2027',
      (field) => `Will ${field.toLowerCase()} win the Meridian Science Prize 2027?`,
      [
        ['materials', 'Materials science', 2600],
        ['neuroscience', 'Neuroscience', 2200],
        ['astronomy', 'Astronomy', 1900],
        ['ecology', 'Ecology', 1500],
        ['other', 'Other field or no prize', 1800, 'Will another field, or none, win the Meridian Science Prize 2027?'],
      ],
    ),
  },
  {
    slug: 'odd-perfect-number-before-2030',
    title: 'Odd perfect number before 2030?',
    description:
      'Resolves to Yes if an odd perfect number is exhibited, or its existence proved, in work that a refereed ' +
      'mathematics journal has accepted by 31 December 2029. A proof that none exists resolves to No at once.',
    source: 'Refereed mathematics journals',
    endDate: '2029-12-31T23:59:00Z',
    tags: ['science'],
    tick: 0.0001,
    minimumSize: 50,
    markets: [
      {
        slug: 'odd-perfect-number-found-before-2030',
        question: 'Will an odd perfect number be found before 2030?',
        fair: 12,
      },
    ],
  },
];
