'use graph';

export function half(x) {
  return x / 2;
}

export const shift = (x) => {
  for (const by of [1, 2]) x += by;
  return x;
};
