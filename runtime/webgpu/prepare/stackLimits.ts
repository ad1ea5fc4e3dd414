/** How many rows a stack has, and how many stacks there are, each for stretches of as many iterations as the one below has rows. */
export interface Levels {
  readonly rows: number;
  readonly count: number;
}

/** In bytes, of the stacks of one loop: what every device can bind as one buffer. */
export const mostStackBytes = 2 ** 27;

/** What the stacks of a loop of unknown length take unless its state is large. */
export const usualStackBytes = 2 ** 24;

/** For loops of unknown length, the best first: each is enough for more iterations than anybody waits for. */
export const levelsOfOpen: readonly Levels[] = [
  { rows: 4096, count: 2 },
  { rows: 1024, count: 3 },
  { rows: 512, count: 3 },
  { rows: 256, count: 3 },
];
