export const flipBelow = (limit) => (x) => {
  if (x.less(limit)) return x.neg();
  return x;
};

export function table(limit) {
  function flip(x) {
    return x.less(limit) ? x.neg() : x;
  }
  return { flip };
}
