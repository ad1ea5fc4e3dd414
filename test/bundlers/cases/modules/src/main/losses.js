export const losses = {
  magnitude: (x) => {
    if (x.less(0)) return x.neg();
    return x;
  },
};

export class Solver {
  refine(x) {
    return x.less(0) ? x.neg() : x;
  }
}
