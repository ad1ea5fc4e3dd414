export function magnitude(x) {
  if (x.less(0)) return x.neg();
  return x;
}

export default function (x) {
  return x.less(0) ? x.neg() : x;
}

export const viaNamespace = (x) => {
  const isNegative = x.less(0);
  return isNegative ? x.neg() : x;
};
