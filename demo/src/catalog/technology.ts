/** Questions on computing and machines. */
import { choices, type EventDraft } from './shape.ts';

export const TECHNOLOGY: readonly EventDraft[] = [
  {
    slug: 'ai-mathematics-olympiad-2027',
    title: 'AI at the mathematics olympiad 2027',
    description:
      'Looks at programs whose weights anyone can download by the day of the first paper. Each market resolves to Yes if ' +
      'such a program, under the time limit for people and without access to the internet, scores at least the points it ' +
      "names, marked by the olympiad's coordinators or by three former medallists.",
    source: 'Published solutions and marks',
    endDate: '2027-08-31T12:00:00Z',
    tags: ['ai', 'technology', 'science'],
    markets: [
      {
        slug: 'open-ai-olympiad-2027-35-points',
        question: 'Will an openly available program score at least 35 points at the mathematics olympiad 2027?',
        label: '35 of 42',
        fair: 8200,
      },
      {
        slug: 'open-ai-olympiad-2027-full-marks',
        question: 'Will an openly available program reach full marks at the mathematics olympiad 2027?',
        label: '42 of 42',
        fair: 3600,
      },
    ],
  },
  {
    slug: 'robot-half-marathon-2027',
    title: 'Robots run: half marathon 2027',
    description:
      'The yearly robot half marathon lets two-legged machines run 21.1 km. Resolves by the official time of the fastest ' +
      'machine that finishes without being carried; changes of battery are allowed.',
    source: 'Official results of the race',
    endDate: '2027-05-15T12:00:00Z',
    tags: ['technology', 'ai', 'sports'],
    markets: [
      {
        slug: 'robot-half-marathon-2027-under-90-minutes',
        question: 'Will a robot finish the half marathon 2027 in under 90 minutes?',
        label: 'under 90 min',
        fair: 7100,
      },
      {
        slug: 'robot-half-marathon-2027-under-75-minutes',
        question: 'Will a robot finish the half marathon 2027 in under 75 minutes?',
        label: 'under 75 min',
        fair: 4000,
      },
      {
        slug: 'robot-half-marathon-2027-under-human-record',
        question: 'Will a robot finish the half marathon 2027 faster than the human world record?',
        label: 'under the human record',
        fair: 1500,
      },
    ],
  },
  {
    slug: 'language-of-the-year-2027',
    title: 'Which programming language grows most in 2027?',
    description:
      'The Open Source Census counts who has committed in which language. The market of the language that gains most ' +
      'committers from 2026 to 2027, in absolute numbers, resolves to Yes, all others to No.',
    source: 'Open Source Census 2027',
    endDate: '2028-02-28T12:00:00Z',
    tags: ['technology'],
    negRisk: true,
    tick: 0.0025,
    fee: 400,
    markets: choices('language-2027', (language) => `Will ${language} gain most committers in 2027?`, [
      ['typescript', 'TypeScript', 3825],
      ['python', 'Python', 3350],
      ['rust', 'Rust', 1475],
      ['another', 'Another', 1350, 'Will another language gain most committers in 2027?'],
    ]),
  },
  {
    slug: 'quantum-factoring-by-2030',
    title: 'Quantum computers: a 64-bit number factored by 2030?',
    description:
      'Resolves to Yes if, by 31 December 2029, a peer-reviewed paper shows that a quantum computer has factored a ' +
      "product of two random primes of at least 64 bits with Shor's algorithm, without knowledge of the factors going " +
      'into the circuit.',
    source: 'Peer-reviewed journals',
    endDate: '2029-12-31T23:59:00Z',
    tags: ['technology', 'science'],
    markets: [
      {
        slug: 'quantum-64-bit-factored-before-2030',
        question: 'Will a quantum computer factor a 64-bit number before 2030?',
        fair: 1400,
        fee: 400,
      },
    ],
  },
  {
    slug: 'browser-share-2027',
    title: 'A new browser engine with 1% share by 2028?',
    description:
      'Resolves to Yes if an engine that is not derived from Blink, Gecko or WebKit has a share of at least 1.0% of page ' +
      'views on desktop computers in any full month of 2027.',
    source: 'Monthly figures of a public web analytics service',
    endDate: '2028-01-10T12:00:00Z',
    tags: ['technology'],
    tick: 0.001,
    markets: [
      {
        slug: 'new-browser-engine-one-percent-2027',
        question: 'Will a new browser engine reach a share of 1% in 2027?',
        fair: 260,
      },
    ],
  },
];
