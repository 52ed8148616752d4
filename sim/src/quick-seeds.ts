/** Seeds that every test run plays, and the length of their venues' lives. */
export const QUICK_SEEDS: readonly number[] = [
  2, 3, 5, 11, 13, 18, 23, 24, 34, 35, 37, 38, 57, 67, 70, 73, 76, 95, 98, 100,
];

export const QUICK_COMMANDS = 300;
