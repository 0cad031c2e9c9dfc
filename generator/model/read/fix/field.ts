import { defineError } from '../../../core/diagnostic.js';
import type { DiagnosticType } from '../../../core/diagnostic.js';
import { didYouMean } from '../../../core/suggestion.js';
import type { FixBounds, FixForm, FixValueField, FixValueSet } from '../../fix.js';
import type { Json } from '../../schema.js';
import { dataTypesOf, defaultTypes, fractionsOf } from './data-types.js';
import type { FixNode, FixReading } from './schemas.js';

/** A field without a usable tag. */
export const fixTag: DiagnosticType<{
  missing: { name: string };
  frame: { tag: number; name: string };
  range: { name: string; maximum: number };
}> = defineError('fix-tag', {
  missing: ({ name }) => `the field "${name}" has no "x-fix-tag"`,
  frame: ({ tag, name }) => `the tag ${tag} of "${name}" belongs to the frame of every message`,
  range: ({ name, maximum }) => `the tag of "${name}" must be an integer from 1 to ${maximum}`,
});

/** A field without a usable FIX data type, or with an extension that does not fit its type. */
export const fixType: DiagnosticType<{
  missing: { name: string };
  unknown: { type: Json; name: string };
  fraction: { name: string };
  precision: { name: string };
  canonical: void;
  canonicalType: void;
}> = defineError('fix-type', {
  missing: ({ name }) => `the field "${name}" has no "x-fix-type"`,
  unknown: ({ type, name }) => `${JSON.stringify(type)} of "${name}" is not a FIX data type`,
  fraction: ({ name }) => `"${name}" has an "x-fix-precision", but no fraction of a second`,
  precision: ({ name }) =>
    `the precision of "${name}" must be a number of digits from 0 to 12, or a list of such numbers`,
  canonical: () => '"x-fix-canonical-number" must be true or false',
  canonicalType: () => '"x-fix-canonical-number" is only allowed on decimal numbers',
});

/** Listed values that a field cannot have. */
export const fixValue: DiagnosticType<{
  types: { name: string };
  value: { value: Json; name: string };
  names: { name: string; count: number };
}> = defineError('fix-value', {
  types: ({ name }) => `the values of "${name}" are not all of one type`,
  value: ({ value, name }) => `${JSON.stringify(value)} cannot be a value of "${name}"`,
  names: ({ name, count }) =>
    `"x-enum-varnames" of "${name}" does not name each of its ${count} values`,
});

/** A data field without a field for its length, or a length field without a data field. */
export const fixLength: DiagnosticType<{
  reference: { name: string };
  data: { name: string; data: string };
  missing: { name: string };
}> = defineError('fix-length', {
  reference: ({ name }) => `"${name}" must be the name of a field`,
  data: ({ name, data }) =>
    `"${name}" counts the bytes of "${data}", which is not a data field of this record`,
  missing: ({ name }) => `no field counts the bytes of "${name}"`,
});

/** Maximum tag number. */
const MAX_TAG = 99_999;
/** Tags of the fields that frame every message and belong to the session: BeginString, BodyLength, CheckSum, MsgType. */
const FRAME_TAGS: ReadonlySet<number> = new Set([8, 9, 10, 35]);

/** Reads one field. Returns `undefined` if it is invalid, with the reason reported. */
export function readField(
  reading: FixReading,
  name: string,
  node: FixNode,
): FixValueField | undefined {
  const tag = readTag(reading, name, node);
  const type = readType(reading, name, node);
  if (tag === undefined || type === undefined) return undefined;
  const listed = readValues(reading, name, node, type.form);
  const isText = listed?.values.every((value) => typeof value === 'string') === true;
  const isNumber = type.form === 'integer' || type.form === 'unsigned' || type.form === 'decimal';
  const lengthOf = textOf(reading, node, 'x-fix-length-of');
  const bounds = boundsOf(node);
  const precision = readPrecision(reading, name, node, type.form);
  return {
    kind: 'value',
    name,
    tag,
    type: type.name,
    form: isText && isNumber ? 'text' : type.form,
    schema: node.id,
    ...(listed === undefined ? {} : { values: listed }),
    ...(precision === undefined ? {} : { precision }),
    ...(isCanonical(reading, node, type.form) ? { canonical: true } : {}),
    ...(lengthOf === undefined ? {} : { lengthOf }),
    ...(bounds === undefined ? {} : { bounds }),
  };
}

/** Reads `x-fix-tag` of a field or a group. */
export function readTag(reading: FixReading, name: string, node: FixNode): number | undefined {
  const stated = node.extension('x-fix-tag');
  if (stated === undefined) {
    reading.reporter.report(fixTag.missing({ name }), node.origin, {
      hint: 'every property of a FIX message is a field, and has a tag on its schema or beside its "$ref"',
    });
    return undefined;
  }
  const { value, origin } = stated;
  if (typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MAX_TAG) {
    if (!FRAME_TAGS.has(value)) return value;
    reading.reporter.report(fixTag.frame({ tag: value, name }), origin, {
      hint: 'BeginString, BodyLength, MsgType and CheckSum are not described',
    });
    return undefined;
  }
  reading.reporter.report(fixTag.range({ name, maximum: MAX_TAG }), origin);
  return undefined;
}

function readType(
  reading: FixReading,
  name: string,
  node: FixNode,
): { readonly name: string; readonly form: FixForm } | undefined {
  const dataTypes = dataTypesOf(reading.beginString);
  const stated = node.extension('x-fix-type');
  if (stated !== undefined) {
    const type = typeof stated.value === 'string' ? stated.value.toUpperCase() : '';
    const form = dataTypes.get(type);
    if (form !== undefined) return { name: type, form };
    reading.reporter.report(
      fixType.unknown({ type: stated.value, name }),
      stated.origin,
      didYouMean(type, dataTypes.keys()),
    );
    return undefined;
  }
  const { type = [], enum: listed } = node.target.keywords;
  const [single] = type.length === 1 ? type : listed === undefined ? [] : ['string'];
  const fallback = defaultTypes[single ?? ''];
  const form = dataTypes.get(fallback ?? '');
  if (fallback !== undefined && form !== undefined) return { name: fallback, form };
  reading.reporter.report(fixType.missing({ name }), node.origin, {
    hint: 'write one, or "type: string", "integer", "number" or "boolean"',
  });
  return undefined;
}

function readValues(
  reading: FixReading,
  name: string,
  node: FixNode,
  form: FixForm,
): FixValueSet | undefined {
  const owner = node.chain.find(({ keywords }) => keywords.enum ?? keywords.const);
  if (owner === undefined || form === 'boolean' || form === 'data') return undefined;
  const { keywords, annotations } = owner;
  const values = keywords.enum ?? (keywords.const === undefined ? [] : [keywords.const.value]);
  const origin = { parent: owner.origin, key: keywords.enum === undefined ? 'const' : 'enum' };
  const usable = values.filter((value) => isValue(value, form));
  const hasMixedTypes = new Set(usable.map((value) => typeof value)).size > 1;
  if (usable.length < values.length || hasMixedTypes || values.length === 0) {
    const invalid = values.find((value) => !isValue(value, form));
    reading.reporter.report(
      invalid === undefined ? fixValue.types({ name }) : fixValue.value({ value: invalid, name }),
      origin,
      { hint: `a value is ${form === 'character' ? 'one character' : form}` },
    );
    return undefined;
  }
  const names = namesOf(reading, name, annotations.extensions['x-enum-varnames'], values.length, {
    parent: owner.origin,
    key: 'x-enum-varnames',
  });
  const component = reading.names.get(owner.id);
  const descriptions = descriptionsOf(annotations.extensions['x-enum-descriptions'], usable);
  return {
    schema: owner.id,
    ...(component === undefined ? {} : { name: component }),
    values: usable as readonly (string | number)[],
    ...(names === undefined ? {} : { names }),
    ...(descriptions === undefined ? {} : { descriptions }),
  };
}

function isValue(value: Json, form: FixForm): boolean {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && /^(?:integer|unsigned)$/.test(form);
  if (typeof value !== 'string' || !/^[\u0002-\u00ff]+$/.test(value)) return false;
  return form === 'character' ? value.length === 1 : form !== 'list' || !value.includes(' ');
}

function namesOf(
  reading: FixReading,
  name: string,
  stated: Json | undefined,
  count: number,
  origin: FixNode['origin'],
): readonly string[] | undefined {
  if (stated === undefined) return undefined;
  const names = Array.isArray(stated) ? stated.filter((each) => typeof each === 'string') : [];
  if (names.length === count && new Set(names).size === count) return names;
  reading.reporter.report(fixValue.names({ name, count }), origin, {
    hint: 'list different names, in the order of the values',
  });
  return undefined;
}

function descriptionsOf(
  stated: Json | undefined,
  values: readonly Json[],
): readonly (string | undefined)[] | undefined {
  if (typeof stated !== 'object' || stated === null) return undefined;
  const list = values.map((value, index) => {
    const text: unknown = Array.isArray(stated)
      ? stated[index]
      : (stated as { readonly [name: string]: Json })[String(value)];
    return typeof text === 'string' ? text : undefined;
  });
  return list.some((text) => text !== undefined) ? list : undefined;
}

function readPrecision(
  reading: FixReading,
  name: string,
  node: FixNode,
  form: FixForm,
): readonly number[] | undefined {
  const stated = node.extension('x-fix-precision');
  if (form !== 'timestamp' && form !== 'time') {
    if (stated !== undefined) {
      reading.reporter.report(fixType.fraction({ name }), stated.origin);
    }
    return undefined;
  }
  const defaults = fractionsOf(reading.beginString);
  if (stated === undefined) return defaults;
  const list = Array.isArray(stated.value) ? stated.value : [stated.value];
  const digits = list.filter(
    (each) => Number.isInteger(each) && Number(each) >= 0 && Number(each) <= 12,
  );
  if (digits.length === list.length && list.length > 0) return digits as readonly number[];
  reading.reporter.report(fixType.precision({ name }), stated.origin);
  return defaults;
}

function isCanonical(reading: FixReading, node: FixNode, form: FixForm): boolean {
  const stated = node.extension('x-fix-canonical-number');
  if (stated !== undefined && (typeof stated.value !== 'boolean' || form !== 'decimal')) {
    reading.reporter.report(
      form === 'decimal' ? fixType.canonical() : fixType.canonicalType(),
      stated.origin,
    );
    return false;
  }
  return form === 'decimal' && (stated?.value ?? reading.canonicalNumbers) === true;
}

function textOf(reading: FixReading, node: FixNode, name: string): string | undefined {
  const stated = node.extension(name);
  if (stated === undefined || typeof stated.value === 'string') return stated?.value as string;
  reading.reporter.report(fixLength.reference({ name }), stated.origin);
  return undefined;
}

function boundsOf({ chain }: FixNode): FixBounds | undefined {
  const bounds: { -readonly [Name in keyof FixBounds]: FixBounds[Name] } = {};
  for (const { keywords } of chain.toReversed()) {
    const { minimum, maximum, minLength, maxLength, pattern } = keywords;
    if (minimum !== undefined) bounds.minimum = minimum.value;
    if (maximum !== undefined) bounds.maximum = maximum.value;
    if (minLength !== undefined) bounds.minLength = minLength;
    if (maxLength !== undefined) bounds.maxLength = maxLength;
    if (pattern !== undefined) bounds.pattern = pattern;
  }
  return Object.keys(bounds).length === 0 ? undefined : bounds;
}
