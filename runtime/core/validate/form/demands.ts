import { arrayDemands } from './array.js';
import { anyDemands } from './any.js';
import type { Form } from './form.js';
import { numberDemands } from './number.js';
import { objectDemands } from './object.js';
import type { Demands } from './prepare.js';
import { stringDemands } from './string.js';

/** What a form demands, by the type of the value that each demand looks at. */
export function demandsOf(form: Form): Demands {
  return {
    string: stringDemands(form),
    number: numberDemands(form),
    array: arrayDemands(form),
    object: objectDemands(form),
    any: anyDemands(form),
  };
}
