import { didYouMean } from '../../../core/suggestion.js';
import type { Json, Keywords, Numeral, SchemaId, TypeName } from '../../schema.js';
import { describeType, isArray, isObject } from '../json.js';
import type { SchemaSite } from './site.js';

/** Reads the value of one keyword into the schema that is being made; checks its type on the way. */
export type KeywordReader = (site: SchemaSite, value: Json, name: string) => void;

type NameOf<Value> = {
  [Name in keyof Keywords]-?: Required<Keywords>[Name] extends Value ? Name : never;
}[keyof Keywords];

/** Keywords by name: how each is checked and where it goes. Dialects choose which of them they have. */
export const keywordReaders: ReadonlyMap<string, KeywordReader> = new Map<string, KeywordReader>([
  ['$ref', reference],
  ['$dynamicRef', dynamicReference],
  ['$recursiveRef', dynamicReference],
  ['$dynamicAnchor', ignore],
  ['$recursiveAnchor', ignore],
  ['$anchor', ignore],
  ['$schema', ignore],
  ['$vocabulary', ignore],
  ['$comment', ignore],
  ['$defs', definitions],
  ['definitions', definitions],
  ['type', types],
  ['nullable', ignore],
  ['enum', enumeration],
  ['const', (site, value) => void (site.keywords.const = { value })],
  ...each(['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const, schemaList),
  ...each(['not', 'if', 'then', 'else', 'contains', 'contentSchema'] as const, singleSchema),
  ...each(
    ['additionalProperties', 'propertyNames', 'unevaluatedProperties', 'unevaluatedItems'] as const,
    singleSchema,
  ),
  ['items', items],
  ['additionalItems', ignore],
  ...each(['properties', 'patternProperties', 'dependentSchemas'] as const, schemaMap),
  ['dependentRequired', dependentRequired],
  ['dependencies', dependencies],
  ['required', required],
  ...each(
    [
      'minProperties',
      'maxProperties',
      'minItems',
      'maxItems',
      'minLength',
      'maxLength',
      'minContains',
      'maxContains',
    ] as const,
    count,
  ),
  ['uniqueItems', uniqueItems],
  ['pattern', pattern],
  ...each(['format', 'contentEncoding', 'contentMediaType'] as const, text),
  ...each(['minimum', 'maximum', 'multipleOf'] as const, numeral),
  ...each(['exclusiveMinimum', 'exclusiveMaximum'] as const, exclusiveBound),
  ['discriminator', discriminator],
  ['title', (site, value) => void (site.annotations.title = site.string(value, 'title'))],
  [
    'description',
    (site, value) => void (site.annotations.description = site.string(value, 'description')),
  ],
  ['default', (site, value) => void (site.annotations.default = { value })],
  ['example', (site, value) => void (site.annotations.examples ??= [value])],
  ['examples', examples],
  [
    'deprecated',
    (site, value) => void (site.annotations.deprecated = site.boolean(value, 'deprecated')),
  ],
  ['readOnly', (site, value) => void (site.annotations.readOnly = site.boolean(value, 'readOnly'))],
  [
    'writeOnly',
    (site, value) => void (site.annotations.writeOnly = site.boolean(value, 'writeOnly')),
  ],
  ['externalDocs', externalDocs],
  ['xml', xml],
]);

const VOCABULARIES: readonly (readonly [vocabulary: string, keywords: string])[] = [
  [
    'applicator',
    'prefixItems items contains additionalProperties properties patternProperties dependentSchemas ' +
      'propertyNames if then else allOf anyOf oneOf not additionalItems dependencies',
  ],
  ['unevaluated', 'unevaluatedItems unevaluatedProperties'],
  [
    'validation',
    'type const enum multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern ' +
      'maxItems minItems uniqueItems maxContains minContains maxProperties minProperties required dependentRequired',
  ],
  ['meta-data', 'title description default deprecated readOnly writeOnly examples'],
  ['format-annotation', 'format'],
  ['content', 'contentEncoding contentMediaType contentSchema'],
  ['base', 'discriminator xml externalDocs example'],
];
const vocabularies = new Map(
  VOCABULARIES.flatMap(([vocabulary, names]) =>
    names.split(' ').map((name) => [name, vocabulary] as const),
  ),
);

/** The vocabulary that defines a keyword; `core` keywords belong to every dialect. */
export function vocabularyOf(keyword: string): string {
  return vocabularies.get(keyword) ?? 'core';
}

const TYPE_NAMES: readonly TypeName[] = [
  'null',
  'boolean',
  'object',
  'array',
  'number',
  'string',
  'integer',
];

function each<Name extends string>(
  names: readonly Name[],
  read: (site: SchemaSite, value: Json, name: Name) => void,
): [string, KeywordReader][] {
  return names.map((name) => [name, (site, value) => read(site, value, name)]);
}

function ignore(): void {
  // Read where the schema is entered or when its keywords are complete: it says something about others.
}

function reference(site: SchemaSite, value: Json): void {
  const target = site.string(value, '$ref');
  if (target !== undefined) site.refer('$ref', target);
}

function dynamicReference(site: SchemaSite, value: Json, name: string): void {
  const target = site.string(value, name);
  if (target === undefined) return;
  site.refer(name === '$recursiveRef' ? '$recursiveRef' : '$dynamicRef', target);
}

function definitions(site: SchemaSite, value: Json, name: string): void {
  entries(site, value, name);
}

function singleSchema(site: SchemaSite, value: Json, name: NameOf<SchemaId>): void {
  site.keywords[name] = site.child(value, name);
}

function schemaList(site: SchemaSite, value: Json, name: NameOf<readonly SchemaId[]>): void {
  if (!isArray(value)) return site.wrongType(name, 'an array of schemas', value);
  if (value.length === 0) return site.invalid(name, `"${name}" holds no schema`);
  site.keywords[name] = value.map((schema, index) => site.child(schema, name, index));
}

function schemaMap(
  site: SchemaSite,
  value: Json,
  name: 'properties' | 'patternProperties' | 'dependentSchemas',
): void {
  if (name === 'patternProperties' && isObject(value)) {
    for (const source of Object.keys(value)) checkPattern(site, source, [name, source], 'key');
  }
  const read = entries(site, value, name);
  if (read !== undefined) site.keywords[name] = read;
}

function entries(
  site: SchemaSite,
  value: Json,
  name: string,
): (readonly [string, SchemaId])[] | undefined {
  if (!isObject(value)) {
    site.wrongType(name, 'an object whose members are schemas', value);
    return undefined;
  }
  return Object.keys(value).map((key) => [key, site.child(value[key] as Json, name, key)] as const);
}

function types(site: SchemaSite, value: Json): void {
  const { typeArrays, nullType } = site.scope.dialect;
  if (isArray(value) && !typeArrays) {
    return site.wrongType('type', 'one type name', value, {
      hint: 'lists of types are OpenAPI 3.1; in 3.0 write one type and "nullable: true"',
    });
  }
  const names = isArray(value) ? value : [value];
  const known: TypeName[] = [];
  names.forEach((name, index) => {
    const keys = isArray(value) ? ['type', index] : ['type'];
    if (typeof name !== 'string') {
      return site.report(
        'invalid-type',
        keys,
        `"type" is ${describeType(name)} where a type name belongs`,
      );
    }
    const type = TYPE_NAMES.find((candidate) => candidate === name);
    if (type === undefined) {
      return site.report(
        'unknown-type',
        keys,
        `"${name}" is not a type`,
        didYouMean(name, TYPE_NAMES),
      );
    }
    if (type === 'null' && !nullType) {
      site.warn('unknown-type', keys, '"null" is no type in OpenAPI 3.0', {
        hint: 'use "nullable: true"',
      });
    }
    if (!known.includes(type)) known.push(type);
  });
  if (isArray(value) && value.length === 0) return site.invalid('type', '"type" lists no type');
  if (known.length > 0) site.keywords.type = known;
}

function enumeration(site: SchemaSite, value: Json): void {
  if (!isArray(value)) return site.wrongType('enum', 'an array of values', value);
  site.keywords.enum = value;
}

function items(site: SchemaSite, value: Json): void {
  if (site.scope.dialect.itemsTuple && isArray(value)) {
    site.keywords.prefixItems = value.map((schema, index) => site.child(schema, 'items', index));
    const rest = site.sibling('additionalItems');
    if (rest !== undefined) site.keywords.items = site.child(rest, 'additionalItems');
    return;
  }
  site.keywords.items = site.child(value, 'items');
}

function strings(site: SchemaSite, value: Json, ...keys: readonly string[]): string[] | undefined {
  if (!isArray(value)) {
    site.wrongType(keys, 'an array of strings', value);
    return undefined;
  }
  const read: string[] = [];
  value.forEach((item, index) => {
    if (typeof item === 'string') read.push(item);
    else site.wrongType([...keys, index], 'a string', item);
  });
  return read;
}

function required(site: SchemaSite, value: Json): void {
  const names = strings(site, value, 'required');
  if (names !== undefined) site.keywords.required = names;
}

function dependentRequired(site: SchemaSite, value: Json): void {
  if (!isObject(value)) return site.wrongType('dependentRequired', 'an object', value);
  site.keywords.dependentRequired = Object.keys(value).map(
    (key) => [key, strings(site, value[key] as Json, 'dependentRequired', key) ?? []] as const,
  );
}

/** Split in 2019-09: an array became `dependentRequired`, a schema `dependentSchemas`. */
function dependencies(site: SchemaSite, value: Json): void {
  if (!isObject(value)) return site.wrongType('dependencies', 'an object', value);
  const names: (readonly [string, readonly string[]])[] = [];
  const schemas: (readonly [string, SchemaId])[] = [];
  for (const key of Object.keys(value)) {
    const dependency = value[key] as Json;
    if (isArray(dependency))
      names.push([key, strings(site, dependency, 'dependencies', key) ?? []]);
    else schemas.push([key, site.child(dependency, 'dependencies', key)]);
  }
  if (names.length > 0) {
    site.keywords.dependentRequired = [...(site.keywords.dependentRequired ?? []), ...names];
  }
  if (schemas.length > 0) {
    site.keywords.dependentSchemas = [...(site.keywords.dependentSchemas ?? []), ...schemas];
  }
}

function count(site: SchemaSite, value: Json, name: NameOf<number>): void {
  if (typeof value !== 'number') return site.wrongType(name, 'a number', value);
  if (!Number.isInteger(value) || value < 0) {
    return site.invalid(name, `"${name}" is ${value}, not a whole number from 0`);
  }
  site.keywords[name] = value;
}

function uniqueItems(site: SchemaSite, value: Json): void {
  const read = site.boolean(value, 'uniqueItems');
  if (read !== undefined) site.keywords.uniqueItems = read;
}

function text(
  site: SchemaSite,
  value: Json,
  name: 'format' | 'contentEncoding' | 'contentMediaType',
): void {
  const read = site.string(value, name);
  if (read !== undefined) site.keywords[name] = read;
}

function pattern(site: SchemaSite, value: Json): void {
  const source = site.string(value, 'pattern');
  if (source === undefined) return;
  if (checkPattern(site, source, ['pattern'], 'value')) site.keywords.pattern = source;
}

/** Patterns are ECMA-262 (JSON Schema 2020-12 section 6.4), Unicode mode where it compiles. */
function checkPattern(
  site: SchemaSite,
  source: string,
  keys: readonly string[],
  part: 'key' | 'value',
): boolean {
  for (const flags of ['u', '']) {
    try {
      new RegExp(source, flags);
      return true;
    } catch {
      // The other mode may take it.
    }
  }
  site.warn('invalid-pattern', keys, `"${source}" is not a regular expression of ECMAScript`, {
    part,
    hint: 'the pattern is ignored',
  });
  return false;
}

function number(site: SchemaSite, value: Json, name: string): Numeral | undefined {
  if (typeof value !== 'number') {
    site.wrongType(name, 'a number', value);
    return undefined;
  }
  return site.numeral(value, name);
}

function numeral(site: SchemaSite, value: Json, name: 'minimum' | 'maximum' | 'multipleOf'): void {
  const read = number(site, value, name);
  if (read === undefined) return;
  if (name === 'multipleOf' && read.value <= 0) {
    return site.invalid(name, `"multipleOf" is ${read.value}, not more than 0`);
  }
  // A flag read before may have moved the bound already.
  const exclusive = name === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum';
  const strict = site.scope.dialect.exclusiveFlags && site.sibling(exclusive) === true;
  if (name !== 'multipleOf' && strict) site.keywords[exclusive] = read;
  else site.keywords[name] = read;
}

function exclusiveBound(
  site: SchemaSite,
  value: Json,
  name: 'exclusiveMinimum' | 'exclusiveMaximum',
): void {
  if (site.scope.dialect.exclusiveFlags) {
    if (typeof value === 'boolean') return;
    return site.wrongType(name, 'a boolean', value, {
      hint: `a number here is JSON Schema from draft 6; write the bound as "${name === 'exclusiveMinimum' ? 'minimum' : 'maximum'}" and "${name}: true"`,
    });
  }
  const read = number(site, value, name);
  if (read !== undefined) site.keywords[name] = read;
}

function discriminator(site: SchemaSite, value: Json): void {
  if (!isObject(value)) return site.wrongType('discriminator', 'an object', value);
  site.discriminate(value);
}

function examples(site: SchemaSite, value: Json): void {
  if (isArray(value)) site.annotations.examples = value;
  else
    site.warn(
      'invalid-type',
      ['examples'],
      `"examples" is ${describeType(value)} where an array belongs`,
    );
}

function externalDocs(site: SchemaSite, value: Json): void {
  if (!isObject(value)) return site.wrongType('externalDocs', 'an object', value);
  const url = value['url'];
  if (typeof url !== 'string') return site.wrongType(['externalDocs', 'url'], 'a string', url);
  const description = value['description'];
  site.annotations.externalDocs = typeof description === 'string' ? { url, description } : { url };
}

function xml(site: SchemaSite, value: Json): void {
  if (!isObject(value)) site.wrongType('xml', 'an object', value);
}
