import { keywords as keywordTable } from '../../schema/registry.js';
import { isBinarySchema } from './binary-schema.js';
import type {
  Annotations,
  DialectId,
  Json,
  Keywords,
  KeywordSchema,
  Schema,
  SchemaId,
} from '../schema.js';
import type { Discriminator, SchemaTable } from '../schema.js';

/**
 * Schemas of one content: equal keyword for keyword in the same order, what is written inside them by its content, and what they refer to by its
 * place. Large descriptions repeat themselves: of ten schemas nine say what another one says, and what follows from content needs to be
 * found once.
 *
 * Words that nothing but a comment repeats (descriptions, examples, defaults, deprecation) are no part of it. A title is, since it is what a
 * branch is called, and so are `readOnly`, `writeOnly` and all extensions. A schema of bytes is equal to none but itself: what its values
 * are follows from where it is used. A schema lies at the same place below each schema of one content that it is a part of.
 */
export interface EquivalenceClasses {
  /** The number of a schema's content, below `count`. */
  of(schema: Schema): number;
  readonly count: number;
  /** The first schema of each content, by its number. */
  readonly examples: readonly Schema[];
}

/** The contents of the schemas of a table, found at the first asking. */
export function equivalenceClasses(schemas: SchemaTable): EquivalenceClasses {
  let known = found.get(schemas);
  if (known === undefined) found.set(schemas, (known = findClasses(schemas)));
  return known;
}

const found = new WeakMap<SchemaTable, EquivalenceClasses>();

function findClasses(schemas: SchemaTable): EquivalenceClasses {
  const { numberOf, examples } = createNumbering(schemas);
  for (const schema of schemas.values()) numberOf(schema);
  return { of: numberOf, examples, count: examples.length };
}

/** A schema whose parts are being numbered. */
const open = -1;

function createNumbering(schemas: SchemaTable): {
  readonly numberOf: (schema: Schema) => number;
  readonly examples: readonly Schema[];
} {
  const numbers = new Map<Schema, number>();
  const ofTexts = new Map<string, number>();
  const examples: Schema[] = [];
  const placeOf = createPlaces();
  const numberOfSimple = createSimpleNumbers((schema) => numberOfText(schema, textOf(schema)));

  function numberOf(schema: Schema): number {
    const known = numbers.get(schema);
    if (known !== undefined) return known;
    const number = numberOfSimple(schema) ?? numberOfText(schema, textOf(schema));
    numbers.set(schema, number);
    return number;
  }

  function numberOfText(schema: Schema, text: string): number {
    let number = ofTexts.get(text);
    if (number === undefined) {
      number = examples.length;
      ofTexts.set(text, number);
      examples.push(schema);
    }
    return number;
  }

  function textOf(schema: Schema): string {
    if (schema.kind === 'boolean') return String(schema.value);
    const { keywords, annotations, dialect, assertsFormat } = schema;
    numbers.set(schema, open);
    let text: string = assertsFormat === true ? `${dialect}!` : dialect;
    for (const name in keywords) text += textOfKeyword(schema, name as keyof Keywords);
    if (isBinarySchema(keywords)) text += placeOf(schema.id);
    return text + textOfAnnotations(annotations);
  }

  function textOfKeyword(schema: KeywordSchema, name: keyof Keywords): string {
    const { keywords } = schema;
    if (keywords[name] === undefined) return '';
    switch (name) {
      case 'type':
        return ` t${keywords.type?.join() ?? ''}`;
      case '$ref':
        return keywords.$ref === undefined ? '' : ` r${placeOf(keywords.$ref)}`;
      case '$dynamicRef': {
        const { initial, anchor } = keywords.$dynamicRef ?? {};
        if (initial === undefined || anchor === undefined) return '';
        return ` ${name}${placeOf(initial)}${textOfString(anchor)}${textOfString(schema.resource)}`;
      }
      case '$dynamicAnchor':
        // It is what references mean, each of which may mean another one.
        return ` ${name}${placeOf(schema.id)}`;
      case 'discriminator':
        return keywords.discriminator === undefined
          ? ''
          : textOfDiscriminator(keywords.discriminator, placeOf);
      default:
        return ` ${name}${textOfSubschemas(schema, name) ?? textOfValue(keywords[name] as Json)}`;
    }
  }

  /** Text of the schemas under a keyword. `undefined` if there are none. */
  function textOfSubschemas(schema: KeywordSchema, name: keyof Keywords): string | undefined {
    const value: unknown = schema.keywords[name];
    let text = '';
    switch (keywordTable[name].subschemas) {
      case 'one':
        return part(schema, value as SchemaId, name);
      case 'list': {
        let index = 0;
        for (const id of value as readonly SchemaId[]) text += part(schema, id, name, index++);
        return text;
      }
      case 'map':
        for (const [key, id] of value as readonly (readonly [string, SchemaId])[])
          text += `${textOfString(key)}${part(schema, id, name, key)}`;
        return text;
      default:
        return undefined;
    }
  }

  /** A schema that is written inside another one; any other one by its place, and so is one that leads back to what is being numbered. */
  function part(
    holder: KeywordSchema,
    id: SchemaId,
    keyword: string,
    key?: string | number,
  ): string {
    const schema = schemas.get(id);
    if (schema === undefined || !isInside(schema, holder, keyword, key)) return placeOf(id);
    const number = numberOf(schema);
    return number === open ? placeOf(id) : `#${number}`;
  }

  return { numberOf, examples };
}

/** Creates a function that returns a text for each schema that others refer to. */
function createPlaces(): (id: SchemaId) => string {
  const places = new Map<SchemaId, number>();
  return (id) => {
    let number = places.get(id);
    if (number === undefined) places.set(id, (number = places.size));
    return `@${number}`;
  };
}

/**
 * Creates a function that returns the number of a schema that is a type and a format, as most are, without a text for each. `numberOf`
 * numbers the first schema of each type and format.
 */
function createSimpleNumbers(
  numberOf: (schema: Schema) => number,
): (schema: Schema) => number | undefined {
  let lastDialect: DialectId | undefined;
  /** By their list of types, which is one for all, and their format. */
  const numbers = new Map<readonly string[], Map<string, number>>();
  return (schema) => {
    if (schema.kind === 'boolean') return undefined;
    const { keywords, annotations, dialect } = schema;
    if (schema.assertsFormat === true) return undefined;
    let type: readonly string[] | undefined;
    let format = '';
    for (const name in keywords) {
      if (name === 'type') type = keywords.type;
      else if (name === 'format') format = keywords.format ?? '';
      else return undefined;
    }
    if (type === undefined || type.length !== 1 || format === 'binary' || says(annotations))
      return undefined;
    if (dialect !== lastDialect) numbers.clear();
    lastDialect = dialect;
    let ofFormats = numbers.get(type);
    if (ofFormats === undefined) numbers.set(type, (ofFormats = new Map()));
    let number = ofFormats.get(format);
    if (number === undefined) ofFormats.set(format, (number = numberOf(schema)));
    return number;
  };
}

/** Whether a schema is written under a keyword of another one, and belongs to the same resource. */
function isInside(
  schema: Schema,
  { origin, resource }: KeywordSchema,
  keyword: string,
  key: string | number | undefined,
): boolean {
  if (schema.kind === 'keywords' && schema.resource !== resource) return false;
  let at = schema.origin;
  if (!('parent' in at)) return false;
  if (key !== undefined) {
    if (at.key !== key) return false;
    at = at.parent;
  }
  return 'parent' in at && at.key === keyword && at.parent === origin;
}

function textOfDiscriminator(
  { propertyName, mapping, defaultMapping }: Discriminator,
  placeOf: (id: SchemaId) => string,
): string {
  let text = ` discriminator${textOfString(propertyName)}`;
  for (const [value, id] of mapping) text += `${textOfString(value)}${placeOf(id)}`;
  return defaultMapping === undefined ? text : `${text}=${placeOf(defaultMapping)}`;
}

function textOfAnnotations({ title, readOnly, writeOnly, extensions }: Annotations): string {
  let text = '';
  if (title !== undefined) text += ` title${textOfString(title)}`;
  if (readOnly !== undefined) text += ` readOnly${readOnly}`;
  if (writeOnly !== undefined) text += ` writeOnly${writeOnly}`;
  for (const name in extensions)
    text += ` ${textOfString(name)}${textOfValue(extensions[name] as Json)}`;
  return text;
}

/** Whether there is more than words. */
function says({ title, readOnly, writeOnly, extensions }: Annotations): boolean {
  if (title !== undefined || readOnly !== undefined || writeOnly !== undefined) return true;
  for (const _ in extensions) return true;
  return false;
}

/** A string and its length, so that no two lists of strings have one text. */
function textOfString(text: string): string {
  return `${text.length}"${text}`;
}

/** Text of a JSON value, or of a number with its literal text: that is how checks report it. */
function textOfValue(value: Json): string {
  if (typeof value === 'string') return textOfString(value);
  if (typeof value === 'bigint') return `n${value};`;
  if (typeof value === 'number') return Object.is(value, -0) ? '-0;' : `${value};`;
  if (typeof value !== 'object' || value === null) return `${value};`;
  let text: string;
  if (Array.isArray(value)) {
    text = '[';
    for (const item of value as readonly Json[]) text += textOfValue(item);
    return `${text}]`;
  }
  text = '{';
  for (const name in value)
    text += `${textOfString(name)}${textOfValue((value as { readonly [name: string]: Json })[name] as Json)}`;
  return `${text}}`;
}
