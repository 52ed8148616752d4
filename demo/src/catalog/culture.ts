/** Questions on film, music, books and games. */
import { choices, type EventDraft, type SeriesInput } from './shape.ts';

const AWARDS: SeriesInput = {
  title: 'Harbour Film Awards',
  slug: 'harbour-film-awards',
  seriesType: 'single',
  recurrence: 'yearly',
};

export const CULTURE: readonly EventDraft[] = [
  {
    slug: 'harbour-film-awards-2027-best-film',
    title: 'Harbour Film Awards 2027: best film',
    description:
      'The market of the film that receives the award for best film at the Harbour Film Awards 2027 resolves to Yes, all ' +
      'others to No. A shared award resolves to the film named first on stage. If the award is not given, "Another film" ' +
      'resolves to Yes.',
    source: "Winners' list of the Harbour Film Awards",
    endDate: '2027-03-14T22:00:00Z',
    tags: ['culture'],
    series: AWARDS,
    negRisk: true,
    fee: 500,
    markets: choices(
      'harbour-2027-best-film',
      (film) => `Will "${film}" be best film at the Harbour Film Awards 2027?`,
      [
        ['salt-roads', 'Salt Roads', 3400],
        ['the-second-lighthouse', 'The Second Lighthouse', 2800],
        ['paper-orchard', 'Paper Orchard', 1700],
        ['quiet-machines', 'Quiet Machines', 1200],
        ['another', 'Another film', 900, 'Will another film be best film at the Harbour Film Awards 2027?'],
      ],
    ),
  },
  {
    slug: 'harbour-film-awards-2027-animation',
    title: 'Harbour Film Awards 2027: will an animated film win best film?',
    description:
      'Resolves to Yes if the film that receives the award for best film in 2027 is entered as animated in the ' +
      "festival's catalogue.",
    source: "Catalogue and winners' list of the Harbour Film Awards",
    endDate: '2027-03-14T22:00:00Z',
    tags: ['culture'],
    series: AWARDS,
    fee: 500,
    markets: [
      {
        slug: 'harbour-2027-animated-best-film',
        question: 'Will an animated film be best film at the Harbour Film Awards 2027?',
        fair: 1300,
      },
    ],
  },
  {
    slug: 'song-contest-2027-winner-region',
    title: 'Song contest 2027: where does the winner come from?',
    description:
      'The market of the region whose broadcaster entered the winning song resolves to Yes. Regions follow the ' +
      "contest's own seating plan, published before the first semi-final.",
    source: 'Official results of the contest',
    endDate: '2027-05-22T23:00:00Z',
    tags: ['culture', 'world'],
    negRisk: true,
    markets: choices(
      'song-contest-2027',
      (region) => `Will a ${region.toLowerCase()}ern broadcaster win the song contest 2027?`,
      [
        ['north', 'North', 3800],
        ['south', 'South', 2900],
        ['east', 'East', 1900, 'Will an eastern broadcaster win the song contest 2027?'],
        ['west', 'West', 1400],
      ],
    ),
  },
  {
    slug: 'printed-books-2027',
    title: 'Printed books: do sales grow in 2027?',
    description:
      'Resolves to "Grow" if the number of printed books sold in Germany in 2027 is larger than in 2026, and to "Shrink" ' +
      'otherwise. The first full-year figure counts; later revisions do not matter.',
    source: "Yearly figures of the German booksellers' association",
    endDate: '2028-01-31T12:00:00Z',
    tags: ['culture', 'economy'],
    markets: [
      {
        slug: 'printed-books-germany-2027',
        question: 'Will more printed books be sold in Germany in 2027 than in 2026?',
        outcomes: ['Grow', 'Shrink'],
        fair: 4500,
      },
    ],
  },
  {
    slug: 'club-coin-toss-2027',
    title: "Opening toss of the Founders' Match 2027",
    description:
      'The Founders\' Match opens with the toss of a silver coin. Resolves to "Heads" or "Tails" as the umpire calls it. ' +
      'A toss that is repeated resolves by the last one.',
    source: "Score sheet of the Founders' Match",
    endDate: '2027-05-01T12:00:00Z',
    tags: ['culture', 'sports'],
    tick: 0.1,
    markets: [
      {
        slug: 'founders-match-2027-toss',
        question: "Founders' Match 2027: heads or tails?",
        outcomes: ['Heads', 'Tails'],
        fair: 5000,
      },
    ],
  },
];
