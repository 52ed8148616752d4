/** Questions on cities and the things they build or host. */
import { choices, type EventDraft, type SeriesInput } from './shape.ts';

const HOSTS: SeriesInput = {
  title: 'Host city decisions',
  slug: 'host-city-decisions',
  seriesType: 'single',
  recurrence: 'yearly',
};

export const CITIES: readonly EventDraft[] = [
  {
    slug: 'world-design-fair-2031-host',
    title: 'Which city hosts the World Design Fair 2031?',
    description:
      'The market of the city that the general assembly of the World Design Fair chooses as host for 2031 resolves to ' +
      'Yes, all others to No. A later change of host does not matter. If no host is chosen by the end date, "Another ' +
      'city or no decision" resolves to Yes.',
    source: 'Published decision of the general assembly',
    endDate: '2027-06-30T12:00:00Z',
    tags: ['cities', 'culture', 'world'],
    series: HOSTS,
    negRisk: true,
    tick: 0.001,
    markets: choices('design-fair-2031', (city) => `Will ${city} host the World Design Fair 2031?`, [
      ['lisbon', 'Lisbon', 3120],
      ['busan', 'Busan', 2450],
      ['nairobi', 'Nairobi', 1740],
      ['montevideo', 'Montevideo', 1310],
      ['tallinn', 'Tallinn', 860],
      [
        'another',
        'Another city or no decision',
        520,
        'Will another city, or none, be chosen for the World Design Fair 2031?',
      ],
    ]),
  },
  {
    slug: 'winter-youth-games-2032-host',
    title: 'Which country hosts the Winter Youth Games 2032?',
    description:
      "The market of the country in which the Winter Youth Games 2032 are to be held, by the organising federation's " +
      'decision, resolves to Yes. A bid shared by two countries resolves by the one named first.',
    source: 'Published decision of the organising federation',
    endDate: '2028-03-31T12:00:00Z',
    tags: ['cities', 'sports'],
    series: HOSTS,
    negRisk: true,
    markets: choices('winter-youth-games-2032', (country) => `Will ${country} host the Winter Youth Games 2032?`, [
      ['finland', 'Finland', 3500],
      ['slovenia', 'Slovenia', 2700],
      ['chile', 'Chile', 2100],
      [
        'another',
        'Another country or no decision',
        1700,
        'Will another country, or none, be chosen for the Winter Youth Games 2032?',
      ],
    ]),
  },
  {
    slug: 'tallest-building-2030',
    title: 'A kilometre-high building by 2030?',
    description:
      'Resolves to Yes if, by 31 December 2030, a building has reached an architectural height of at least 1,000 metres, ' +
      'finished or topped out, by the list of the Council on Vertical Urbanism. Masts and towers without floors do not ' +
      'count.',
    source: 'List of tallest buildings of the Council on Vertical Urbanism',
    endDate: '2030-12-31T23:59:00Z',
    tags: ['cities', 'world'],
    markets: [
      {
        slug: 'kilometre-high-building-by-2030',
        question: 'Will a building be at least 1,000 metres high by the end of 2030?',
        fair: 5600,
      },
    ],
  },
  {
    slug: 'car-free-centres-2028',
    title: 'Car-free city centres by 2028',
    description:
      'A city counts when an ordinance in force on 31 December 2028 bars private cars from at least one contiguous ' +
      'square kilometre of its centre, day and night. Exceptions for residents, deliveries and care are allowed.',
    source: 'Official gazettes of the cities named',
    endDate: '2028-12-31T23:59:00Z',
    tags: ['cities', 'transport', 'climate'],
    markets: [
      {
        slug: 'car-free-centre-amsterdam-2028',
        question: 'Will Amsterdam have a car-free centre by the end of 2028?',
        label: 'Amsterdam',
        fair: 4400,
      },
      {
        slug: 'car-free-centre-milan-2028',
        question: 'Will Milan have a car-free centre by the end of 2028?',
        label: 'Milan',
        fair: 2900,
      },
      {
        slug: 'car-free-centre-bogota-2028',
        question: 'Will Bogotá have a car-free centre by the end of 2028?',
        label: 'Bogotá',
        fair: 2000,
      },
    ],
  },
];
