import type { FixBounds, FixForm } from '../../model/fix.js';
import type { FixFieldPlan, FixValuesPlan } from './plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, literal, type Code, type Text } from '../../printer/code.js';
import { call } from '../../printer/values.js';
import { type Data, dataLiteral, Reference } from '../../typescript/data-literal.js';
import { linearCode } from '../../typescript/pattern-code.js';
import type { FileScope } from '../../printer/source-file.js';

/** Code of a field, such as `fixField.text(11)`. */
export function fieldCode(scope: FileScope, plan: FixFieldPlan): Code {
  const { method, args } = callOf(scope, plan);
  return call(code`${scope.name(runtimeNames.fix.fixField)}.${method}`, args.map(dataLiteral));
}

interface FieldCall {
  readonly method: Text;
  readonly args: readonly Data[];
}

function callOf(scope: FileScope, plan: FixFieldPlan): FieldCall {
  const { field, entry, values, length } = plan;
  if (field.kind === 'group') {
    if (entry === undefined) throw new Error('a group has entries');
    const { minItems: minLength, maxItems: maxLength } = field;
    const bounds = { minLength, maxLength };
    return {
      method: code`group`,
      args: [field.tag, new Reference(scope.name(entry.table)), ...unlessEmpty(bounds)],
    };
  }
  const { form, tag, bounds } = field;
  if (values !== undefined && form !== 'data' && form !== 'boolean') {
    return { method: choiceMethod(form), args: [tag, valuesOf(scope, values)] };
  }
  const boundArgs = boundsOf(scope, form, bounds);
  if (form === 'data') return { method: code`data`, args: [tag, length?.tag ?? tag, ...boundArgs] };
  if (form === 'timestamp' || form === 'time') {
    const fractions = fractionsOf(field.precision);
    if (fractions === undefined && boundArgs.length > 0) {
      return { method: methods[form], args: [tag, new Reference(code`undefined`), ...boundArgs] };
    }
    return {
      method: methods[form],
      args: [tag, ...(fractions === undefined ? [] : [fractions]), ...boundArgs],
    };
  }
  return {
    method: field.canonical === true && form === 'decimal' ? code`canonicalDecimal` : methods[form],
    args: [tag, ...boundArgs],
  };
}

function choiceMethod(form: FixForm): Text {
  if (form === 'integer' || form === 'unsigned') return code`integerChoice`;
  return form === 'list' ? code`choices` : code`choice`;
}

const methods: { readonly [Form in FixForm]: Text } = {
  integer: code`integer`,
  unsigned: code`unsigned`,
  decimal: code`decimal`,
  character: code`character`,
  boolean: code`boolean`,
  text: code`text`,
  list: code`list`,
  data: code`data`,
  timestamp: code`timestamp`,
  time: code`time`,
  date: code`date`,
  'local-time': code`localTime`,
  month: code`month`,
  'zoned-time': code`zonedTime`,
  'zoned-timestamp': code`zonedTimestamp`,
};

/** Constant of a value set, or its values if they have no names. */
function valuesOf(scope: FileScope, { type, members, set }: FixValuesPlan): Data {
  return members.length > 0 ? new Reference(scope.name(type)) : set.values;
}

const anyFraction = '0 3 6 9 12';

function fractionsOf(precision: readonly number[] = []): readonly number[] | undefined {
  return precision.join(' ') === anyFraction || precision.length === 0 ? undefined : precision;
}

/** Bounds of a field, as far as they apply to its form. */
function boundsOf(scope: FileScope, form: FixForm, bounds: FixBounds = {}): readonly Data[] {
  const { minimum, maximum, minLength, maxLength, pattern } = bounds;
  if (form === 'boolean' || form === 'list') return [];
  if (form === 'integer' || form === 'unsigned') return unlessEmpty({ minimum, maximum });
  const lengths = { minLength, maxLength };
  if (form === 'data') return unlessEmpty(lengths);
  const textBounds =
    pattern === undefined ? lengths : { ...lengths, pattern: patternOf(scope, pattern) };
  return unlessEmpty(form === 'decimal' ? { minimum, maximum, ...textBounds } : textBounds);
}

function patternOf(scope: FileScope, pattern: string): Reference {
  if (scope.isLinear(pattern)) return new Reference(linearCode(pattern, scope));
  return new Reference(call(code`new RegExp`, [literal(pattern), code`'u'`]));
}

function unlessEmpty(data: { readonly [name: string]: Data }): readonly Data[] {
  return Object.values(data).some((value) => value !== undefined) ? [data] : [];
}
