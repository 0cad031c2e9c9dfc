import type { FixFieldPlan, FixValuesPlan } from '../../plan/fix.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, type Code, empty, join, literal, regularExpression } from '../code.js';
import { constant } from '../declare.js';
import type { Declaration, FileScope } from '../source-file.js';

/** Constants of the codec's file that several fields use: formats and patterns. */
export interface CodecConstants {
  readonly declarations: readonly Declaration[];
  /** The tables of values that were asked for. */
  readonly tables: Set<FixValuesPlan>;
  /** The check of a form that a field's text has; `undefined` where any text will do. */
  formatOf(plan: FixFieldPlan): Code | undefined;
  patternOf(pattern: string): Code;
}

export function codecConstants(scope: FileScope): CodecConstants {
  const declarations: Declaration[] = [];
  const known = new Map<string, Code>();
  const declare = (key: string, wish: string, type: Code, initializer: Code): Code => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const name = scope.local(wish);
    known.set(key, name);
    declarations.push(constant(name, type, initializer));
    return name;
  };
  const { fix } = runtimeNames;
  return {
    declarations,
    tables: new Set(),
    formatOf({ field }) {
      if (field.kind === 'group') return undefined;
      const { form, precision = [] } = field;
      switch (form) {
        case 'timestamp':
        case 'time': {
          const make = form === 'timestamp' ? fix.isTimestampOf : fix.isTimeOf;
          const key = `${form} ${precision.join(' ')}`;
          const wish = `${form}With${precision.join('Or')}Digits`;
          return declare(
            key,
            wish,
            scope.name(fix.FixFormat),
            code`${scope.name(make)}(${literal(precision)})`,
          );
        }
        case 'date':
          return scope.name(fix.isDate);
        case 'local-time':
          return scope.name(fix.isTime);
        case 'month':
          return scope.name(fix.isMonthYear);
        case 'zoned-time':
          return scope.name(fix.isZonedTime);
        case 'zoned-timestamp':
          return scope.name(fix.isZonedTimestamp);
        default:
          return undefined;
      }
    },
    patternOf(pattern) {
      return declare(`pattern ${pattern}`, 'pattern', code`RegExp`, regularExpression(pattern));
    },
  };
}

/** The check of a header's field, whose value nobody asks the codec for. */
export function checkOf(scope: FileScope, constants: CodecConstants, plan: FixFieldPlan): Code {
  const { fix } = runtimeNames;
  if (plan.field.kind === 'group') return empty;
  switch (plan.field.form) {
    case 'integer':
      return scope.name(fix.isInteger);
    case 'unsigned':
      return scope.name(fix.isUnsigned);
    case 'decimal':
      return scope.name(fix.isDecimal);
    case 'character':
      return scope.name(fix.isCharacter);
    case 'boolean':
      return scope.name(fix.isBoolean);
    default:
      return constants.formatOf(plan) ?? scope.name(fix.isText);
  }
}

/** The name of the method that reads or writes a field, and what it takes beside the field's place. */
export function accessOf(
  scope: FileScope,
  constants: CodecConstants,
  plan: FixFieldPlan,
): { readonly method: Code; readonly extra: Code } {
  const { field, values } = plan;
  if (field.kind === 'group') throw new Error('a group is read by its entries');
  const table = values === undefined ? undefined : code`, ${scope.name(values.table)}`;
  const isNumber = field.form === 'integer' || field.form === 'unsigned';
  if (
    values !== undefined &&
    table !== undefined &&
    field.form !== 'data' &&
    field.form !== 'boolean'
  ) {
    constants.tables.add(values);
    const method = isNumber
      ? code`integerChoice`
      : field.form === 'list'
        ? code`choices`
        : code`choice`;
    return { method, extra: table };
  }
  const format = constants.formatOf(plan);
  if (format !== undefined) return { method: code`formatted`, extra: code`, ${format}` };
  return { method: methods(field.form, field.canonical === true), extra: empty };
}

function methods(form: string, canonical: boolean): Code {
  switch (form) {
    case 'integer':
      return code`integer`;
    case 'unsigned':
      return code`unsigned`;
    case 'decimal':
      return canonical ? code`canonicalDecimal` : code`decimal`;
    case 'character':
      return code`character`;
    case 'boolean':
      return code`boolean`;
    case 'list':
      return code`list`;
    case 'data':
      return code`data`;
    default:
      return code`text`;
  }
}

/** What else a schema demands of a value, as something that holds or does not; nothing where it demands no more. */
export function demandOf(
  constants: CodecConstants,
  plan: FixFieldPlan,
  value: Code,
): Code | undefined {
  const { field } = plan;
  if (field.kind === 'group') {
    const { minItems, maxItems } = field;
    return conjunction([
      ...(minItems === undefined ? [] : [code`${value}.length >= ${minItems}`]),
      ...(maxItems === undefined ? [] : [code`${value}.length <= ${maxItems}`]),
    ]);
  }
  const { bounds, form } = field;
  if (bounds === undefined || form === 'boolean') return undefined;
  const isNumber = form === 'integer' || form === 'unsigned';
  const number = isNumber ? value : code`Number(${value})`;
  const isText = !isNumber && form !== 'list';
  const { minimum, maximum, minLength, maxLength, pattern } = bounds;
  return conjunction([
    ...(minimum === undefined || !(isNumber || form === 'decimal')
      ? []
      : [code`${number} >= ${minimum}`]),
    ...(maximum === undefined || !(isNumber || form === 'decimal')
      ? []
      : [code`${number} <= ${maximum}`]),
    ...(minLength === undefined || !isText ? [] : [code`${value}.length >= ${minLength}`]),
    ...(maxLength === undefined || !isText ? [] : [code`${value}.length <= ${maxLength}`]),
    ...(pattern === undefined || !isText || form === 'data'
      ? []
      : [code`${constants.patternOf(pattern)}.test(${value})`]),
  ]);
}

function conjunction(parts: readonly Code[]): Code | undefined {
  return parts.length === 0 ? undefined : join(parts, code` && `);
}
