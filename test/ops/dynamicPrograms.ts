import {
  constant,
  functionNamed,
  type ModelFunction,
  type ModelNode,
  modelFunction,
  node,
  placeholder,
  shape,
  text,
  type,
} from './topology.js';

/** A model whose control flow TensorFlow.js runs by `executeAsync` only. */
export interface DynamicModel {
  readonly nodes: readonly ModelNode[];
  readonly functions?: readonly ModelFunction[];
  /** What `x` is, one call after the other; each is reshaped to `size`. */
  readonly inputs: readonly (readonly number[])[];
  readonly size: readonly number[];
  readonly outputs: readonly string[];
}

const int = { T: type('int32') };
const frame = (name: string, isConstant = false) => ({
  frame_name: text(name),
  is_constant: { b: isConstant },
});
const total = (name: string, of: string, axis = 'axis') =>
  node(name, 'Sum', [of, axis], { keep_dims: { b: false } });
const lists = { element_dtype: type('float32') };
const arrayOf = (name: string, size: string, isDynamic = false) =>
  node(name, 'TensorArrayV3', [size], {
    dtype: type('float32'),
    element_shape: shape(3),
    dynamic_size: { b: isDynamic },
    clear_after_read: { b: true },
    identical_element_shapes: { b: true },
    tensor_array_name: text(name),
  });

/** `tf.cond` of TensorFlow 1: two results, one of which is an input that one branch passes on. */
const conditional: DynamicModel = {
  nodes: [
    placeholder('x', -1),
    constant('zero', 0, 'float32'),
    constant('axis', [0]),
    total('sum', 'x'),
    node('pred', 'Greater', ['sum', 'zero']),
    node('pred_id', 'Identity', ['pred'], { T: type('bool') }),
    node('switch', 'Switch', ['x', 'pred_id']),
    node('switch_sum', 'Switch', ['sum', 'pred_id']),
    node('neg', 'Neg', ['switch']),
    node('relu', 'Relu', ['switch:1']),
    node('merge', 'Merge', ['neg', 'relu']),
    node('mul', 'Mul', ['switch_sum:1', 'switch:1']),
    node('merge_mul', 'Merge', ['switch', 'mul']),
    node('y', 'Add', ['merge', 'merge_mul']),
  ],
  inputs: [
    [1, 3],
    [-1, -3],
    [4, -1],
  ],
  size: [2],
  outputs: ['y', 'merge'],
};

/** A conditional in a branch, and one that decides by what another one gave. */
const nestedConditionals: DynamicModel = {
  nodes: [
    placeholder('x', 2),
    constant('zero', 0, 'float32'),
    constant('ten', 10, 'float32'),
    constant('axis', [0]),
    total('sum', 'x'),
    node('positive', 'Greater', ['sum', 'zero']),
    node('s', 'Switch', ['x', 'positive']),
    node('s_sum', 'Switch', ['sum', 'positive']),
    node('large', 'Greater', ['s_sum:1', 'ten']),
    node('inner', 'Switch', ['s:1', 'large']),
    node('sqrt', 'Sqrt', ['inner:1']),
    node('square', 'Square', ['inner']),
    node('chosen', 'Merge', ['square', 'sqrt']),
    node('abs', 'Abs', ['s']),
    node('merge', 'Merge', ['abs', 'chosen']),
    total('merged_sum', 'merge'),
    node('again', 'Less', ['merged_sum', 'ten']),
    node('s2', 'Switch', ['merge', 'again']),
    node('doubled', 'Add', ['s2:1', 's2:1']),
    node('y', 'Merge', ['s2', 'doubled']),
  ],
  inputs: [
    [1, 3],
    [16, 4],
    [-1, -3],
    [-20, 3],
  ],
  size: [2],
  outputs: ['y'],
};

/** `tf.while_loop` of TensorFlow 1 with a `tf.cond` in its body. */
const loop: DynamicModel = {
  nodes: [
    placeholder('x', -1),
    constant('zero', 0),
    constant('one', 1),
    constant('ten', 10),
    constant('limit', 100, 'float32'),
    constant('axis', [0]),
    node('enter_i', 'Enter', ['zero'], { ...int, ...frame('loop') }),
    node('enter_x', 'Enter', ['x'], frame('loop')),
    node('enter_ten', 'Enter', ['ten'], { ...int, ...frame('loop', true) }),
    node('enter_one', 'Enter', ['one'], { ...int, ...frame('loop', true) }),
    node('enter_limit', 'Enter', ['limit'], frame('loop', true)),
    node('enter_axis', 'Enter', ['axis'], { ...int, ...frame('loop', true) }),
    node('i', 'Merge', ['enter_i', 'next_i'], int),
    node('v', 'Merge', ['enter_x', 'next_x']),
    node('less', 'Less', ['i', 'enter_ten'], int),
    total('sum', 'v', 'enter_axis'),
    node('small', 'Less', ['sum', 'enter_limit']),
    node('and', 'LogicalAnd', ['less', 'small']),
    node('condition', 'LoopCond', ['and']),
    node('switch_i', 'Switch', ['i', 'condition'], int),
    node('switch_v', 'Switch', ['v', 'condition']),
    node('add', 'Add', ['switch_i:1', 'enter_one'], int),
    node('doubled', 'Add', ['switch_v:1', 'switch_v:1']),
    total('doubled_sum', 'doubled', 'enter_axis'),
    node('exceeds', 'Greater', ['doubled_sum', 'enter_limit']),
    node('inner', 'Switch', ['doubled', 'exceeds']),
    node('neg', 'Neg', ['inner:1']),
    node('merge', 'Merge', ['inner', 'neg']),
    node('next_i', 'NextIteration', ['add'], int),
    node('next_x', 'NextIteration', ['merge']),
    node('exit_i', 'Exit', ['switch_i'], int),
    node('exit_v', 'Exit', ['switch_v']),
    node('y', 'Identity', ['exit_v']),
    node('n', 'Identity', ['exit_i'], int),
  ],
  inputs: [
    [1, 3],
    [-1, 0],
    [200, 1],
  ],
  size: [2],
  outputs: ['y', 'n'],
};

/** For each of three rounds, twice: x = tanh(x + i). TensorFlow.js gives no result for it. */
export const nestedLoops: DynamicModel = {
  nodes: [
    placeholder('x', 2),
    constant('zero', 0),
    constant('one', 1),
    constant('two', 2),
    constant('three', 3),
    ...['zero', 'one', 'two', 'three'].map((name) =>
      node(`outer_${name}`, 'Enter', [name], { ...int, ...frame('outer', true) }),
    ),
    node('outer_i0', 'Enter', ['zero'], { ...int, ...frame('outer') }),
    node('outer_x0', 'Enter', ['x'], frame('outer')),
    node('i', 'Merge', ['outer_i0', 'next_i'], int),
    node('v', 'Merge', ['outer_x0', 'next_v']),
    node('i_less', 'Less', ['i', 'outer_three'], int),
    node('i_condition', 'LoopCond', ['i_less']),
    node('switch_i', 'Switch', ['i', 'i_condition'], int),
    node('switch_v', 'Switch', ['v', 'i_condition']),
    node('as_float', 'Cast', ['switch_i:1'], { SrcT: type('int32'), DstT: type('float32') }),
    node('inner_j0', 'Enter', ['outer_zero'], { ...int, ...frame('inner') }),
    node('inner_v0', 'Enter', ['switch_v:1'], frame('inner')),
    node('inner_i', 'Enter', ['as_float'], frame('inner', true)),
    node('inner_one', 'Enter', ['outer_one'], { ...int, ...frame('inner', true) }),
    node('inner_two', 'Enter', ['outer_two'], { ...int, ...frame('inner', true) }),
    node('j', 'Merge', ['inner_j0', 'next_j'], int),
    node('w', 'Merge', ['inner_v0', 'next_w']),
    node('j_less', 'Less', ['j', 'inner_two'], int),
    node('j_condition', 'LoopCond', ['j_less']),
    node('switch_j', 'Switch', ['j', 'j_condition'], int),
    node('switch_w', 'Switch', ['w', 'j_condition']),
    node('sum', 'Add', ['switch_w:1', 'inner_i']),
    node('tanh', 'Tanh', ['sum']),
    node('j_up', 'Add', ['switch_j:1', 'inner_one'], int),
    node('next_j', 'NextIteration', ['j_up'], int),
    node('next_w', 'NextIteration', ['tanh']),
    node('exit_w', 'Exit', ['switch_w']),
    node('i_up', 'Add', ['switch_i:1', 'outer_one'], int),
    node('next_i', 'NextIteration', ['i_up'], int),
    node('next_v', 'NextIteration', ['exit_w']),
    node('exit_v', 'Exit', ['switch_v']),
    node('y', 'Identity', ['exit_v']),
  ],
  inputs: [[0.5, -2]],
  size: [2],
  outputs: ['y'],
};

/** An array that is filled from outside, read in a loop, and one that the loop writes. */
const arrays: DynamicModel = {
  nodes: [
    placeholder('x', 4, 3),
    constant('zero', 0),
    constant('one', 1),
    constant('four', 4),
    constant('rows', [0, 1, 2, 3]),
    constant('start', [0, 0, 0], 'float32'),
    arrayOf('written', 'four'),
    arrayOf('given', 'four'),
    node('filled', 'TensorArrayScatterV3', ['given', 'rows', 'x', 'given:1']),
    node('enter_i', 'Enter', ['zero'], { ...int, ...frame('scan') }),
    node('enter_sum', 'Enter', ['start'], frame('scan')),
    node('enter_flow', 'Enter', ['written:1'], frame('scan')),
    node('enter_written', 'Enter', ['written'], frame('scan', true)),
    node('enter_given', 'Enter', ['given'], frame('scan', true)),
    node('enter_filled', 'Enter', ['filled'], frame('scan', true)),
    node('enter_four', 'Enter', ['four'], { ...int, ...frame('scan', true) }),
    node('enter_one', 'Enter', ['one'], { ...int, ...frame('scan', true) }),
    node('i', 'Merge', ['enter_i', 'next_i'], int),
    node('sum', 'Merge', ['enter_sum', 'next_sum']),
    node('flow', 'Merge', ['enter_flow', 'next_flow']),
    node('less', 'Less', ['i', 'enter_four'], int),
    node('condition', 'LoopCond', ['less']),
    node('switch_i', 'Switch', ['i', 'condition'], int),
    node('switch_sum', 'Switch', ['sum', 'condition']),
    node('switch_flow', 'Switch', ['flow', 'condition']),
    node('row', 'TensorArrayReadV3', ['enter_given', 'switch_i:1', 'enter_filled'], {
      dtype: type('float32'),
    }),
    node('added', 'Add', ['switch_sum:1', 'row']),
    node('write', 'TensorArrayWriteV3', ['enter_written', 'switch_i:1', 'added', 'switch_flow:1']),
    node('up', 'Add', ['switch_i:1', 'enter_one'], int),
    node('next_i', 'NextIteration', ['up'], int),
    node('next_sum', 'NextIteration', ['added']),
    node('next_flow', 'NextIteration', ['write']),
    node('exit_sum', 'Exit', ['switch_sum']),
    node('exit_flow', 'Exit', ['switch_flow']),
    node('y', 'TensorArrayGatherV3', ['written', 'rows', 'exit_flow'], {
      dtype: type('float32'),
      element_shape: shape(3),
    }),
    node('size', 'TensorArraySizeV3', ['written', 'exit_flow']),
  ],
  inputs: [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
  size: [4, 3],
  outputs: ['y', 'exit_sum', 'size'],
};

/** `tf.while_loop` and `tf.cond` of TensorFlow 2, one in the other: functions. */
const functions: DynamicModel = {
  nodes: [
    placeholder('x', -1),
    constant('zero', 0),
    node('while', 'StatelessWhile', ['zero', 'x'], {
      cond: functionNamed('test'),
      body: functionNamed('body'),
    }),
    node('y', 'Identity', ['while:1']),
    node('n', 'Identity', ['while'], int),
  ],
  functions: [
    modelFunction('test', { i: 'int32', v: 'float32' }, { r: ['bool', 'less:z:0'] }, [
      constant('test/five', 5),
      node('less', 'Less', ['i', 'test/five:output:0'], int),
    ]),
    modelFunction(
      'body',
      { i: 'int32', v: 'float32' },
      { i_up: ['int32', 'up:z:0'], v_new: ['float32', 'if:output:0'] },
      [
        constant('body/one', 1),
        constant('body/axis', [0]),
        constant('body/three', 3, 'float32'),
        node('up', 'Add', ['i', 'body/one:output:0'], int),
        total('sum', 'v', 'body/axis:output:0'),
        node('large', 'Greater', ['sum:output:0', 'body/three:output:0']),
        node('if', 'StatelessIf', ['large:z:0', 'v', 'sum:output:0'], {
          then_branch: functionNamed('minus'),
          else_branch: functionNamed('plus'),
        }),
      ],
    ),
    modelFunction('minus', { v: 'float32', s: 'float32' }, { r: ['float32', 'd:z:0'] }, [
      node('d', 'Sub', ['v', 's']),
    ]),
    modelFunction('plus', { v: 'float32', s: 'float32' }, { r: ['float32', 'd:z:0'] }, [
      node('exp', 'Exp', ['v']),
      node('d', 'Add', ['v', 'exp:y:0']),
    ]),
  ],
  inputs: [
    [1, 3],
    [-1, 0],
  ],
  size: [2],
  outputs: ['y', 'n'],
};

/** What Keras makes of a recurrent layer; the number of steps is read from the shape of x. */
const recurrent: DynamicModel = {
  nodes: [
    placeholder('x', -1, 3),
    constant('zero', 0),
    constant('h0', [0, 0, 0], 'float32'),
    constant('element', [3]),
    constant('first', [0]),
    constant('second', [1]),
    node('shape', 'Shape', ['x']),
    node('steps', 'StridedSlice', ['shape', 'first', 'second', 'second'], {
      ...int,
      shrink_axis_mask: { i: 1 },
    }),
    node('rows', 'TensorListFromTensor', ['x', 'element'], lists),
    node('states', 'TensorListReserve', ['element', 'steps'], lists),
    node('while', 'StatelessWhile', ['zero', 'steps', 'h0', 'states', 'rows'], {
      cond: functionNamed('more'),
      body: functionNamed('step'),
    }),
    node('y', 'TensorListStack', ['while:3', 'element'], { ...lists, num_elements: { i: '-1' } }),
    node('last', 'Identity', ['while:2']),
  ],
  functions: [
    modelFunction(
      'more',
      { i: 'int32', steps: 'int32', h: 'float32', out: 'list', rows: 'list' },
      { r: ['bool', 'less:z:0'] },
      [node('less', 'Less', ['i', 'steps'], int)],
    ),
    modelFunction(
      'step',
      { i: 'int32', steps: 'int32', h: 'float32', out: 'list', rows: 'list' },
      {
        i_up: ['int32', 'up:z:0'],
        same_steps: ['int32', 'steps'],
        h_new: ['float32', 'tanh:y:0'],
        out_new: ['list', 'set:output_handle:0'],
        same_rows: ['list', 'rows'],
      },
      [
        constant('step/one', 1),
        constant('step/element', [3]),
        node('up', 'Add', ['i', 'step/one:output:0'], int),
        node('row', 'TensorListGetItem', ['rows', 'i', 'step/element:output:0'], lists),
        node('sum', 'Add', ['h', 'row:item:0']),
        node('tanh', 'Tanh', ['sum:z:0']),
        node('set', 'TensorListSetItem', ['out', 'i', 'tanh:y:0'], lists),
      ],
    ),
  ],
  inputs: [Array.from({ length: 15 }, (_, index) => Math.sin(index))],
  size: [5, 3],
  outputs: ['y', 'last'],
};

/** Ops on lists outside of loops. */
const listOps: DynamicModel = {
  nodes: [
    placeholder('x', 4, 3),
    constant('zero', 0),
    constant('two', 2),
    constant('minus', -1),
    constant('element', [3]),
    constant('order', [2, 0]),
    constant('places', [3, 0, 1, 2]),
    node('rows', 'TensorListFromTensor', ['x', 'element'], lists),
    node('gathered', 'TensorListGather', ['rows', 'order', 'element'], lists),
    node('moved', 'TensorListScatterV2', ['x', 'places', 'element', 'minus'], lists),
    node('stacked', 'TensorListStack', ['moved', 'element'], {
      ...lists,
      num_elements: { i: '-1' },
    }),
    node('row', 'TensorListGetItem', ['rows', 'two', 'element'], lists),
    node('empty', 'EmptyTensorList', ['element', 'minus'], lists),
    node('one', 'TensorListPushBack', ['empty', 'row'], lists),
    node('both', 'TensorListPushBack', ['one', 'row'], lists),
    node('pushed', 'TensorListStack', ['both', 'element'], {
      ...lists,
      num_elements: { i: '-1' },
    }),
    node('length', 'TensorListLength', ['both']),
    node('joined', 'TensorListConcat', ['rows'], { ...lists, element_shape: shape(3) }),
  ],
  inputs: [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
  size: [4, 3],
  outputs: ['gathered', 'stacked', 'pushed', 'length', 'joined'],
};

/** As detectors end: the best boxes, which a part of the graph computes, and what is computed from those. */
const detector: DynamicModel = {
  nodes: [
    placeholder('x', -1, 4),
    constant('axis', [1]),
    constant('first_axis', 0),
    constant('most', 3),
    constant('overlap', 0.5, 'float32'),
    constant('least', 0.2, 'float32'),
    node('boxes', 'Sigmoid', ['x']),
    total('scores', 'boxes'),
    node('best', 'NonMaxSuppressionV5', ['boxes', 'scores', 'most', 'overlap', 'least', 'zero']),
    constant('zero', 0, 'float32'),
    node('chosen', 'GatherV2', ['boxes', 'best', 'first_axis'], {
      Tparams: type('float32'),
      batch_dims: { i: '0' },
    }),
    node('doubled', 'Add', ['chosen', 'chosen']),
    node('count', 'Shape', ['doubled'], { out_type: type('int32') }),
    node('best_scores', 'Identity', ['best:1']),
    node('y', 'Tanh', ['x']),
  ],
  inputs: [
    [1, -2, 3, 2, 1.1, -2, 3, 2.2, -3, -3, -1, -1, 2, 2, 4, 4],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  ],
  size: [4, 4],
  outputs: ['doubled', 'count', 'best_scores', 'y', 'best'],
};

/** How often the loop goes round is how many elements are positive. */
const countedLoop: DynamicModel = {
  nodes: [
    placeholder('x', -1),
    constant('zero', 0, 'float32'),
    constant('i0', 0),
    constant('first', [0]),
    constant('second', [1]),
    node('positive', 'Greater', ['x', 'zero']),
    node('where', 'Where', ['positive'], { T: type('bool') }),
    node('shape', 'Shape', ['where'], { out_type: type('int32') }),
    node('count', 'StridedSlice', ['shape', 'first', 'second', 'second'], {
      ...int,
      shrink_axis_mask: { i: 1 },
    }),
    node('while', 'StatelessWhile', ['i0', 'count', 'x'], {
      cond: functionNamed('more'),
      body: functionNamed('twice'),
    }),
    node('y', 'Identity', ['while:2']),
    node('relu', 'Relu', ['x']),
  ],
  functions: [
    modelFunction('more', { i: 'int32', n: 'int32', v: 'float32' }, { r: ['bool', 'less:z:0'] }, [
      node('less', 'Less', ['i', 'n'], int),
    ]),
    modelFunction(
      'twice',
      { i: 'int32', n: 'int32', v: 'float32' },
      { i_up: ['int32', 'up:z:0'], same: ['int32', 'n'], v_new: ['float32', 'sum:z:0'] },
      [
        constant('twice/one', 1),
        node('up', 'Add', ['i', 'twice/one:output:0'], int),
        node('sum', 'Add', ['v', 'v']),
      ],
    ),
  ],
  inputs: [
    [1, 3],
    [-1, 0],
  ],
  size: [2],
  outputs: ['y', 'relu'],
};

export const dynamicModels: Readonly<Record<string, DynamicModel>> = {
  'Switch and Merge': conditional,
  'a conditional in a branch': nestedConditionals,
  'a loop with a conditional': loop,
  'arrays of tensors': arrays,
  'While and If': functions,
  'a recurrent layer': recurrent,
  'lists of tensors': listOps,
  'a detector': detector,
  'a loop as long as elements say': countedLoop,
};
