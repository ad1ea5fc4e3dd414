import type { Program } from '../programs/program.js';
import { Random } from '../programs/random.js';
import { sharedProgram } from '../shared/program.js';
import { classes } from './classes.js';
import { pointLists } from './lists.js';
import { maps } from './maps.js';
import { numberLists } from './numbers.js';
import { sets } from './sets.js';

const kinds = [pointLists, numberLists, maps, sets, classes];

/** A random program whose objects are in arrays that grow, Maps and Sets, or of richer classes. */
export function randomCollectionProgram(seed: number): Program {
  const random = new Random(seed);
  const first = random.pick(kinds);
  const chosen = kinds.filter((kind) => kind === first || random.chance(0.15));
  return sharedProgram(
    random,
    chosen.map((kind) => kind(random)),
  );
}
