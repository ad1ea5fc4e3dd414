/** The functions of TensorFlow.js that random programs call, on JavaScript's numbers and arrays. */
type Value = number | readonly number[];

export const plainTensors = {
  add: elementwise((a, b) => a + b),
  sub: elementwise((a, b) => a - b),
  mul: elementwise((a, b) => a * b),
  greater: elementwise((a, b) => Number(a > b)),
  clipByValue: (x: readonly number[], least: number, most: number) =>
    x.map((element) => Math.min(most, Math.max(least, element))),
  sum: (x: readonly number[]) => x.reduce((total, element) => total + element, 0),
  all: (x: readonly number[]) => x.every((element) => element !== 0),
};

function elementwise(apply: (a: number, b: number) => number): (a: Value, b: Value) => Value {
  return (a, b) => {
    if (typeof a !== 'number') return a.map((element, index) => apply(element, at(b, index)));
    return typeof b === 'number' ? apply(a, b) : b.map((element) => apply(a, element));
  };
}

function at(value: Value, index: number): number {
  return typeof value === 'number' ? value : value[index]!;
}
