import type { Argument } from '../signature/argument.js';
import { formatParameters, holdsTensors } from '../signature/formatSignature.js';
import type { Concrete } from './concreteFunction.js';

/** In what two traces of a function differ, and what to do that there is one for both. */
export interface Change {
  readonly text: string;
  readonly advice: string;
}

const otherTensors =
  'where tensors have ever new shapes (give an inputSignature with null sizes, or reduceRetracing: true)';
const otherValues =
  'where arguments are host values that differ from call to call (pass tensors, such as tf.scalar(n))';
const otherObjects =
  'where arguments are functions or objects of classes that are made for each call (make them once, outside, and pass the same)';
const otherThings =
  'where another setting of an optimizer than its learning rate changes at every call (change it once in many), or where a ' +
  'new graph function is made in a loop (make it once, outside)';

export const unknownChange: Change = {
  text: '',
  advice: `It happens ${otherValues}, ${otherTensors}, ${otherObjects}, ${otherThings}.`,
};

/** Tells which arguments differ, by what they are or by which objects they are. */
export function describeChange(before: Concrete, latest: Concrete): Change {
  const [old, now] = [before, latest].map(({ args, names }) => formatParameters(args, names));
  const changed = now!.flatMap((text, index) => (text === old![index] ? [] : [index]));
  if (changed.length > 0) {
    const [was, is] = [old!, now!].map((texts) => changed.map((index) => texts[index] ?? 'none'));
    const isOfTensors = changed.some((index) => holdsTensors(latest.args[index]!));
    return {
      text: ` The latest was for ${is!.join(', ')}, and the one before for ${was!.join(', ')}.`,
      advice: `It happens ${isOfTensors ? otherTensors : otherValues}.`,
    };
  }
  const others = latest.args.flatMap((argument, index) =>
    changedObjects(before.args[index], argument, latest.names[index] ?? `arguments[${index}]`),
  );
  if (others.length === 0) return { text: '', advice: `It happens ${otherThings}.` };
  return {
    text: ` The latest was for another ${others.join(' and another ')} than the one before.`,
    advice: `It happens ${otherObjects}.`,
  };
}

/** The places in an argument where there is another function, or object of a class, than before. */
function changedObjects(before: Argument | undefined, latest: Argument, name: string): string[] {
  if (latest.kind === 'reference') {
    const isSame =
      before?.kind === 'reference' && before.reference.deref() === latest.reference.deref();
    return isSame ? [] : [name];
  }
  if (!('items' in latest) || before === undefined || !('items' in before)) return [];
  return latest.items.flatMap((item, index) => {
    const part = latest.kind === 'record' ? `.${String(latest.keys[index])}` : `[${index}]`;
    return changedObjects(before.items[index], item, `${name}${part}`);
  });
}
