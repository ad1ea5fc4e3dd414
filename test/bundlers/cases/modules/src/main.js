// The first to import the helpers is code that knows nothing of graphs.
import './view.js';
import { losses, Solver } from './main/losses.js';
import { Hidden } from './number.js';
import * as staged from './staged.ts';
import * as solver from './train.js';

/** What each way of calling code of other files makes of a number. */
export function magnitudes(value) {
  const x = () => new Hidden(value);
  const results = {
    ...Object.fromEntries(Object.entries(staged).map(([name, f]) => [name, f(x())])),
    given: solver.train(x(), losses.magnitude),
    inline: solver.train(x(), (y) => (y.less(0) ? y.neg() : y)),
    object: solver.solve(x(), new Solver()),
  };
  return Object.fromEntries(Object.entries(results).map(([name, found]) => [name, found.value]));
}
