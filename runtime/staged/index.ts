/*
 * `use-graph/staged`: what the code that the plugin writes calls (docs/staged-code.md). Not for people.
 */
export { enter, graph_function, slot } from '../function/entry.js';
export { replace_module } from '../function/replacedModules.js';
export { version } from '../function/version.js';
export { changing, set_property, written } from './announce.js';
export {
  add,
  decrement,
  div,
  increment,
  mul,
  neg,
  plus,
  pow,
  rem,
  sub,
  to_numeric,
} from './arithmetic.js';
export { drive } from './asyncRun.js';
export { await_value } from './awaitValue.js';
export {
  bit_and,
  bit_not,
  bit_or,
  bit_xor,
  shift_left,
  shift_right,
  shift_right_unsigned,
} from './bits.js';
export { call, call_method, call_with } from './calls.js';
export { ge, gt, le, lt, not } from './comparison.js';
export { eq, loose_eq, loose_ne, ne } from './equality.js';
export { for_stmt } from './forStatement.js';
export { function_result } from './functionResult.js';
export { if_exp, if_stmt } from './ifStatement.js';
export { ignored } from './ignored.js';
export { element, get_item, has_key, owner, properties, set_item, set_nested } from './items.js';
export { iterable, keys } from './iterable.js';
export { combined, extended, length_of, spread } from './listUses.js';
export { and, nullish, or, truth } from './logical.js';
export { construct } from './newObject.js';
export { is_staging } from './staging.js';
export { state } from './state.js';
export { text } from './text.js';
export { thrown } from './throwStatement.js';
export { try_stmt } from './tryStatement.js';
export { twin } from './twin.js';
export { while_stmt } from './whileStatement.js';
export { assigned, made } from './writes.js';
