import { setIterate } from '../function/signature/list.js';
import { currentLocation } from '../trace/session.js';
import { assignLength } from './arrays/assignedLength.js';
import { visitEntries } from './arrays/entryVisits.js';
import { elementsInTurn } from './arrays/listUses.js';
import { call_method, invoke } from './calls/calls.js';
import { construct } from './calls/newObject.js';
import { useVariants } from './calls/variantUses.js';
import { guard, release } from './collections/guards.js';
import { methods } from './collections/methods.js';
import { arrayOfRow } from './lists/heldList.js';
import { setArrayOfRow } from './lists/raggedRow.js';
import { setReading } from './lists/references.js';
import { asRowsOfKinds } from './lists/samples.js';
import { setRowsOf } from './lists/stagedList.js';
import { setShorten } from './objects/announce.js';
import { setFunctionCall } from './objects/functionUses.js';
import { readReference } from './objects/readReference.js';
import { errorInstanceOf } from './state/errorInstances.js';
import { setErrorInstanceOf } from './values/classInstances.js';
import { setGuards } from './values/entryPresence.js';

/*
 * Gives the lower folders what they need of those above them, which they cannot import. It stands in one module, which
 * package.json lists under `sideEffects` and every entry imports by its name alone, so that no bundler leaves it out.
 */

useVariants(
  (f, args) => invoke(f, undefined, [...args]),
  (o, key, args) => call_method(o, key, [...args], currentLocation()),
);
setFunctionCall(
  (f, self, args) => invoke(f, self, [...args]),
  (C, _self, args) => construct(C, args, currentLocation()),
);
setReading(readReference);
setRowsOf(asRowsOfKinds);
setErrorInstanceOf(errorInstanceOf);
setArrayOfRow(arrayOfRow);
setIterate(elementsInTurn);
setShorten(assignLength);
setGuards(guard, release);
for (const { prototype } of [Map, Set]) methods.set(prototype.forEach, visitEntries);
