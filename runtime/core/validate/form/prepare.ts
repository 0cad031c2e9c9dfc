import type { Form, FormTarget } from './form.js';
import { demandsOf } from './demands.js';
import { anyType, arrayType, numberTypes, objectType, stringType, typeBits } from './types.js';
import type { JsonObject } from '../shape.js';
import type { Report } from '../report.js';

/** A demand that is made of values of one type: adds a violation for everything that does not satisfy it. */
export type Demand<T> = (
  value: T,
  at: string,
  place: string,
  report: Report,
  depth: number,
) => void;

/** The demands of a form, by the type of the value that they look at. */
export interface Demands {
  readonly string: readonly Demand<string>[];
  readonly number: readonly Demand<number | bigint>[];
  readonly array: readonly Demand<readonly unknown[]>[];
  readonly object: readonly Demand<JsonObject>[];
  readonly any: readonly Demand<unknown>[];
}

/** A form that is ready to be followed. */
export interface Prepared extends Demands {
  readonly is: ((value: unknown) => boolean) | undefined;
  readonly place: string | undefined;
  readonly recursive: boolean;
  readonly secret: boolean;
  readonly type: number;
  /** The values that `enum` or `const` leaves. */
  readonly values: readonly unknown[] | undefined;
  readonly keyword: 'enum' | 'const';
  /** Nothing but a type is demanded. */
  readonly isTypeOnly: boolean;
  /** What is expected in words, once it was asked for. */
  phrase: string | undefined;
}

const ready = new WeakMap<Form, Prepared>();

/** Prepares a form when it is first needed, and remembers it. */
export function prepare(form: Form): Prepared {
  const known = ready.get(form);
  if (known !== undefined) return known;
  const isConst = 'const' in form;
  const values = isConst ? [form.const] : form.enum === undefined ? undefined : [...form.enum];
  const demands = demandsOf(form);
  const { string, number, array, object, any } = demands;
  const count = string.length + number.length + array.length + object.length + any.length;
  const prepared: Prepared = {
    is: form.is,
    place: form.place,
    recursive: form.recursive === true,
    secret: form.secret === true,
    type: form.type === undefined ? anyType : typeBits(form.type),
    values,
    keyword: isConst ? 'const' : 'enum',
    phrase: undefined,
    isTypeOnly: values === undefined && count === 0,
    ...demands,
  };
  ready.set(form, prepared);
  return prepared;
}

/** A subschema that is prepared when it is first followed; nothing where it accepts everything. */
export interface Target {
  /** Where it lies below the form that holds it. */
  readonly below: string;
  /** What is said where nothing is accepted. */
  readonly keyword: string;
  readonly expected: string;
  form: Prepared | undefined;
  readonly source: FormTarget;
}

/** The demands that a value of a type has to meet beside those on any value. */
export function demandsOn(type: number, form: Prepared): readonly Demand<never>[] {
  if (type === stringType) return form.string;
  if (type === objectType) return form.object;
  if (type === arrayType) return form.array;
  return (type & numberTypes) === 0 ? [] : form.number;
}
