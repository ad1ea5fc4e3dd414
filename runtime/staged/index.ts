/*
 * `use-graph/staged`: what the code that the plugin writes calls (docs/staged-code.md). Not for people.
 */
import './wiring.js';

export { enter, graph_function, slot } from '../function/entry.js';
export { replace_module } from '../function/replacedModules.js';
export { is_blank, private_fields } from '../function/signature/privateFields.js';
export { version } from '../function/version.js';
export { ignored } from './arrays/ignored.js';
export { combined, elements, extended, spread, with_rest } from './arrays/listUses.js';
export {
  first,
  first_and_rest,
  key,
  parts_of,
  with_defaults,
  with_parts,
} from './arrays/patterns.js';
export { async_iterable, drive } from './asynchronous/asyncRun.js';
export {
  awaiting,
  deciding,
  delegating,
  drive_async,
  drive_items,
  is_driven,
  open_items,
  stages_async,
  yielding,
} from './asynchronous/suspensions.js';
export { function_result } from './branches/functionResult.js';
export { if_exp, if_stmt } from './branches/ifStatement.js';
export { and, not, or, truth } from './branches/logical.js';
export { nullish, optional, type_of } from './branches/optional.js';
export { await_loop, await_value } from './calls/awaitValue.js';
export { call, call_method, call_with, method_of } from './calls/calls.js';
export { constructed } from './calls/constructed.js';
export { imported } from './calls/imported.js';
export { instance_of } from './calls/instanceOf.js';
export { construct } from './calls/newObject.js';
export { call_private, private_of, private_place } from './calls/privateNames.js';
export { resolved, settled, waiting } from './calls/settled.js';
export { inherited_size } from './collections/guards.js';
export { initialized } from './exceptions/initialized.js';
export { thrown } from './exceptions/throwStatement.js';
export { try_stmt } from './exceptions/tryStatement.js';
export { decided } from './loops/decided.js';
export { for_stmt } from './loops/forStatement.js';
export { iterable, keys } from './loops/iterable.js';
export { catches, guards } from './loops/pulledTry.js';
export { pushes } from './loops/pushedItems.js';
export { result_of } from './loops/returned.js';
export { steps } from './loops/steps.js';
export { while_stmt } from './loops/whileStatement.js';
export {
  changing,
  changing_unread,
  from_outside,
  property,
  set_property,
  written,
} from './objects/announce.js';
export { delete_item, owner } from './objects/deletions.js';
export { eq, loose_eq, loose_ne, ne } from './objects/equality.js';
export { has_key } from './objects/hasKey.js';
export {
  element,
  get_item,
  property_element,
  same_holder,
  set_item,
  set_nested,
  unread,
} from './objects/items.js';
export { length_of, size_of } from './objects/lengthOf.js';
export { properties, with_properties, with_property } from './objects/spread.js';
export { written_private } from './objects/writtenPrivate.js';
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
} from './operators/arithmetic.js';
export {
  bit_and,
  bit_not,
  bit_or,
  bit_xor,
  shift_left,
  shift_right,
  shift_right_unsigned,
} from './operators/bits.js';
export { ge, gt, le, lt } from './operators/comparison.js';
export { shown, template, text } from './operators/text.js';
export { made } from './state/creation.js';
export { noVariables as no_state, state } from './state/state.js';
export { assigned, putBack as put_back } from './state/writes.js';
export { notReturned as not_returned } from './values/absent.js';
export { closures } from './values/closures.js';
export { is_staging } from './values/staging.js';
export { isAskedForState as is_restoring } from './values/variantObjects.js';
