export function inner(x) {
  return x.less(0) ? x.neg() : x;
}
