import { kernelNode } from '../../graph/builder.js';
import { type Node, Value, type WhileNode } from '../../graph/graph.js';
import { prune } from '../../optimize/prune.js';
import { anyBitKernel } from '../lower/reductions.js';
import { elementwise } from './elementwise.js';
import { NodeList } from './nodeList.js';
import { questionsOf } from './questions.js';
import { countOf, isSingle } from './single.js';

/** How many iterations elements are ahead: first, and at most, which is as many as a positive integer has bits. */
const firstStretch = 4;
const longestStretch = 31;

/**
 * A loop whose elements depend on each other only in when it ends, for all of them after the same iteration. Each runs a
 * stretch ahead, and notes for each iteration, as a bit, what the test asks of it. Then it is known which iteration was the
 * last: if one of the stretch, elements run up to that once more from where they were before the stretch. `null` where
 * they depend on each other in other ways, or an iteration is less work than so many additions.
 */
export function lockstep(node: WhileNode, leastWork: number): readonly Node[] | null {
  const { inputs, test, body, loopVariableCount: count, tripCount, maximumIterations } = node;
  if (tripCount !== null) return null;
  const work = Math.max(...node.outputs.map(countOf)) * (elementwise(body, count)?.cost ?? 0);
  if (work <= leastWork) return null;
  const { masks, answered } = questionsOf(test);
  if (masks.outputs.length === 0) return null;
  if (elementwise(masks, count) === null || elementwise(answered, count) === null) return null;

  const list = new NodeList(node.location);
  const last = list.loop(
    'stretches',
    [
      ...inputs.slice(0, count),
      list.number(firstStretch),
      list.number(0),
      list.constant(1, { dtype: 'bool', shape: [] }),
    ],
    inputs.slice(count),
    maximumIterations === null ? null : stretchesIn(maximumIterations),
    (_, current) => current.at(-1)!,
    (stretch, current, outside) => {
      const state = current.slice(0, count);
      const [length, done] = current.slice(count) as [Value, Value];
      const { ahead, words } = runAhead(stretch, state, length, outside);
      const { rounds, numbers } = decide(stretch, state, words, length, done, outside);
      const hasEnded = stretch.binary('Less', rounds, length);
      const next = runAgain(stretch, state, ahead, hasEnded, rounds, outside);
      return [
        ...next.map((one, index) => numbers[index] ?? one),
        stretch.binary('Minimum', stretch.binary('Add', length, length), longestStretch),
        stretch.binary('Add', done, rounds),
        stretch.kernel('LogicalNot', { x: hasEnded }),
      ];
    },
  );
  const copies = node.outputs.map((output, index): Node => {
    const copy = kernelNode('Identity', [last[index]!], ['x'], {}, node.location);
    return { ...copy, outputs: [output] };
  });
  const all = { name: '', parameters: inputs, nodes: [...list.nodes, ...copies] };
  return prune({ ...all, outputs: node.outputs }).nodes;

  function runAhead(
    around: NodeList,
    state: readonly Value[],
    length: Value,
    outside: readonly Value[],
  ): { readonly ahead: readonly Value[]; readonly words: readonly Value[] } {
    const empty = masks.outputs.map(({ shape }) => around.constant(0, { dtype: 'int32', shape }));
    const found = around.loop(
      'ahead',
      [...state, ...empty, around.number(0), around.number(1)],
      [...outside, length],
      longestStretch,
      (list, current, fixed) => list.binary('Less', current.at(-2)!, fixed.at(-1)!),
      (list, current, fixed) => {
        const operands = [...current.slice(0, count), ...fixed.slice(0, -1)];
        const [round, bit] = current.slice(-2) as [Value, Value];
        const noted = list.inline(masks, operands).map((mask, index) => {
          const value = list.kernel('Cast', { x: mask }, { dtype: 'int32' });
          return list.binary('Add', current[count + index]!, list.binary('Multiply', value, bit));
        });
        const next = list.inline(body, operands);
        return [...next, ...noted, list.binary('Add', round, 1), list.binary('Add', bit, bit)];
      },
    );
    return {
      ahead: found.slice(0, count),
      words: found.slice(count, -2).map((word) => anyBitOf(around, word)),
    };
  }

  /** After how many iterations of the stretch the test does not hold, and what the single numbers are then. */
  function decide(
    around: NodeList,
    state: readonly Value[],
    words: readonly Value[],
    length: Value,
    done: Value,
    outside: readonly Value[],
  ): { readonly rounds: Value; readonly numbers: readonly (Value | undefined)[] } {
    const places = state.flatMap((one, index) => (isSingle(one) ? [index] : []));
    /** What test and body are given. What they compute of elements is not used. */
    const operandsOf = (current: readonly Value[], fixed: readonly Value[]) => {
      const operands = [...fixed.slice(0, count + outside.length)];
      for (const [index, place] of places.entries()) operands[place] = current[index]!;
      return operands;
    };
    const found = around.loop(
      'decision',
      [...places.map((place) => state[place]!), ...words, around.number(0)],
      [...state, ...outside, length, done],
      longestStretch,
      (list, current, fixed) => {
        const round = current.at(-1)!;
        const [most, before] = fixed.slice(-2) as [Value, Value];
        const answers = current
          .slice(places.length, -1)
          .map((word) => list.binary('NotEqual', list.binary('Mod', word, 2), 0));
        const [holds] = list.inline(answered, [...operandsOf(current, fixed), ...answers]);
        const isWithin = list.binary('Less', round, most);
        const goesOn = list.binary('LogicalAnd', isWithin, asNumber(list, holds!));
        if (maximumIterations === null) return goesOn;
        const isAllowed = list.binary('Less', list.binary('Add', before, round), maximumIterations);
        return list.binary('LogicalAnd', goesOn, isAllowed);
      },
      (list, current, fixed) => {
        const next = list.inline(body, operandsOf(current, fixed));
        return [
          ...places.map((place) => next[place]!),
          ...current.slice(places.length, -1).map((word) => list.binary('FloorDiv', word, 2)),
          list.binary('Add', current.at(-1)!, 1),
        ];
      },
    );
    return {
      rounds: found.at(-1)!,
      numbers: state.map((_, index) => found[places.indexOf(index)]),
    };
  }

  /** Where the loop has ended in the stretch, elements go up to there; otherwise they are where they ran ahead to. */
  function runAgain(
    around: NodeList,
    state: readonly Value[],
    ahead: readonly Value[],
    hasEnded: Value,
    rounds: Value,
    outside: readonly Value[],
  ): readonly Value[] {
    const choose = (t: Value, e: Value) => around.kernel('Select', { condition: hasEnded, t, e });
    const start = state.map((one, index) => choose(one, ahead[index]!));
    const found = around.loop(
      'again',
      [...start, around.number(0)],
      [...outside, choose(rounds, around.number(0))],
      longestStretch,
      (list, current, fixed) => list.binary('Less', current.at(-1)!, fixed.at(-1)!),
      (list, current, fixed) => [
        ...list.inline(body, [...current.slice(0, count), ...fixed.slice(0, -1)]),
        list.binary('Add', current.at(-1)!, 1),
      ],
    );
    return found.slice(0, count);
  }
}

function asNumber(list: NodeList, flag: Value): Value {
  return list.kernel('Reshape', { x: flag }, { shape: [] });
}

/** The bits that any element has. */
function anyBitOf(list: NodeList, words: Value): Value {
  const [any] = list.add({
    kind: 'kernel',
    kernel: anyBitKernel,
    inputs: [words],
    inputNames: ['x'],
    attributes: { axis: null },
    outputs: [new Value('int32', [])],
    location: list.location,
  });
  return any!;
}

/** How many stretches it takes. */
function stretchesIn(iterations: number): number {
  let [count, length, done] = [0, firstStretch, 0];
  while (done < iterations && length < longestStretch) {
    done += length;
    length = Math.min(2 * length, longestStretch);
    count++;
  }
  return count + Math.max(0, Math.ceil((iterations - done) / longestStretch));
}
