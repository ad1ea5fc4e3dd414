export function train(x, loss) {
  'use graph';
  return loss(x);
}

export function solve(x, solver) {
  'use graph';
  return solver.refine(x);
}
