import { didYouMean } from '../../../core/suggestion.js';
import type { Json, Keywords, Numeral, SchemaId, TypeName } from '../../schema.js';
import { describeType, isArray, isObject } from '../json.js';
import {
  boolean,
  child,
  invalid,
  numeral as createNumeral,
  report,
  sibling,
  string,
  warn,
  wrongType,
} from './site.js';
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
  ['title', (site, value) => void (site.annotations.title = string(site, value, 'title'))],
  [
    'description',
    (site, value) => void (site.annotations.description = string(site, value, 'description')),
  ],
  ['default', (site, value) => void (site.annotations.default = { value })],
  ['example', (site, value) => void (site.annotations.examples ??= [value])],
  ['examples', examples],
  [
    'deprecated',
    (site, value) => void (site.annotations.deprecated = boolean(site, value, 'deprecated')),
  ],
  [
    'readOnly',
    (site, value) => void (site.annotations.readOnly = boolean(site, value, 'readOnly')),
  ],
  [
    'writeOnly',
    (site, value) => void (site.annotations.writeOnly = boolean(site, value, 'writeOnly')),
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
  const target = string(site, value, '$ref');
  if (target !== undefined) site.reading.refer(site.id, '$ref', target, site.scope, site.origin);
}

function dynamicReference(site: SchemaSite, value: Json, name: string): void {
  const target = string(site, value, name);
  if (target === undefined) return;
  site.reading.refer(
    site.id,
    name === '$recursiveRef' ? '$recursiveRef' : '$dynamicRef',
    target,
    site.scope,
    site.origin,
  );
}

function definitions(site: SchemaSite, value: Json, name: string): void {
  entries(site, value, name);
}

function singleSchema(site: SchemaSite, value: Json, name: NameOf<SchemaId>): void {
  site.keywords[name] = child(site, value, name);
}

function schemaList(site: SchemaSite, value: Json, name: NameOf<readonly SchemaId[]>): void {
  if (!isArray(value)) return wrongType(site, name, 'an array of schemas', value);
  if (value.length === 0) return invalid(site, name, `"${name}" holds no schema`);
  site.keywords[name] = value.map((schema, index) => child(site, schema, name, index));
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
    wrongType(site, name, 'an object whose members are schemas', value);
    return undefined;
  }
  return Object.keys(value).map(
    (key) => [key, child(site, value[key] as Json, name, key)] as const,
  );
}

function types(site: SchemaSite, value: Json): void {
  const { typeArrays, nullType } = site.scope.dialect;
  if (isArray(value) && !typeArrays) {
    return wrongType(site, 'type', 'one type name', value, {
      hint: 'lists of types are OpenAPI 3.1; in 3.0 write one type and "nullable: true"',
    });
  }
  const names = isArray(value) ? value : [value];
  const known: TypeName[] = [];
  names.forEach((name, index) => {
    const keys = isArray(value) ? ['type', index] : ['type'];
    if (typeof name !== 'string') {
      return report(
        site,
        'invalid-type',
        keys,
        `"type" is ${describeType(name)} where a type name belongs`,
      );
    }
    const type = TYPE_NAMES.find((candidate) => candidate === name);
    if (type === undefined) {
      return report(
        site,
        'unknown-type',
        keys,
        `"${name}" is not a type`,
        didYouMean(name, TYPE_NAMES),
      );
    }
    if (type === 'null' && !nullType) {
      warn(site, 'unknown-type', keys, '"null" is no type in OpenAPI 3.0', {
        hint: 'use "nullable: true"',
      });
    }
    if (!known.includes(type)) known.push(type);
  });
  if (isArray(value) && value.length === 0) return invalid(site, 'type', '"type" lists no type');
  if (known.length > 0) site.keywords.type = known;
}

function enumeration(site: SchemaSite, value: Json): void {
  if (!isArray(value)) return wrongType(site, 'enum', 'an array of values', value);
  site.keywords.enum = value;
}

function items(site: SchemaSite, value: Json): void {
  if (site.scope.dialect.itemsTuple && isArray(value)) {
    site.keywords.prefixItems = value.map((schema, index) => child(site, schema, 'items', index));
    const rest = sibling(site, 'additionalItems');
    if (rest !== undefined) site.keywords.items = child(site, rest, 'additionalItems');
    return;
  }
  if (isArray(value) && site.scope.dialect.keywords.has('prefixItems')) {
    warn(
      site,
      'foreign-keyword',
      ['items'],
      '"items" is an array, which older drafts took for a tuple',
      {
        hint: 'write "prefixItems"',
      },
    );
    site.keywords.prefixItems = value.map((schema, index) => child(site, schema, 'items', index));
    return;
  }
  site.keywords.items = child(site, value, 'items');
}

function strings(site: SchemaSite, value: Json, ...keys: readonly string[]): string[] | undefined {
  if (!isArray(value)) {
    wrongType(site, keys, 'an array of strings', value);
    return undefined;
  }
  const read: string[] = [];
  value.forEach((item, index) => {
    if (typeof item === 'string') read.push(item);
    else wrongType(site, [...keys, index], 'a string', item);
  });
  return read;
}

function required(site: SchemaSite, value: Json): void {
  const names = strings(site, value, 'required');
  if (names !== undefined) site.keywords.required = names;
}

function dependentRequired(site: SchemaSite, value: Json): void {
  if (!isObject(value)) return wrongType(site, 'dependentRequired', 'an object', value);
  site.keywords.dependentRequired = Object.keys(value).map(
    (key) => [key, strings(site, value[key] as Json, 'dependentRequired', key) ?? []] as const,
  );
}

/** Split in 2019-09: an array became `dependentRequired`, a schema `dependentSchemas`. */
function dependencies(site: SchemaSite, value: Json): void {
  if (!isObject(value)) return wrongType(site, 'dependencies', 'an object', value);
  const names: (readonly [string, readonly string[]])[] = [];
  const schemas: (readonly [string, SchemaId])[] = [];
  for (const key of Object.keys(value)) {
    const dependency = value[key] as Json;
    if (isArray(dependency))
      names.push([key, strings(site, dependency, 'dependencies', key) ?? []]);
    else schemas.push([key, child(site, dependency, 'dependencies', key)]);
  }
  if (names.length > 0) {
    site.keywords.dependentRequired = [...(site.keywords.dependentRequired ?? []), ...names];
  }
  if (schemas.length > 0) {
    site.keywords.dependentSchemas = [...(site.keywords.dependentSchemas ?? []), ...schemas];
  }
}

function count(site: SchemaSite, value: Json, name: NameOf<number>): void {
  if (typeof value !== 'number') return wrongType(site, name, 'a number', value);
  if (!Number.isInteger(value) || value < 0) {
    return invalid(site, name, `"${name}" is ${value}, not a whole number from 0`);
  }
  site.keywords[name] = value;
}

function uniqueItems(site: SchemaSite, value: Json): void {
  const read = boolean(site, value, 'uniqueItems');
  if (read !== undefined) site.keywords.uniqueItems = read;
}

function text(
  site: SchemaSite,
  value: Json,
  name: 'format' | 'contentEncoding' | 'contentMediaType',
): void {
  const read = string(site, value, name);
  if (read !== undefined) site.keywords[name] = read;
}

function pattern(site: SchemaSite, value: Json): void {
  const source = string(site, value, 'pattern');
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
  warn(site, 'invalid-pattern', keys, `"${source}" is not a regular expression of ECMAScript`, {
    part,
    hint: 'the pattern is ignored',
  });
  return false;
}

function number(site: SchemaSite, value: Json, name: string): Numeral | undefined {
  if (typeof value !== 'number') {
    wrongType(site, name, 'a number', value);
    return undefined;
  }
  return createNumeral(site, value, name);
}

function numeral(site: SchemaSite, value: Json, name: 'minimum' | 'maximum' | 'multipleOf'): void {
  const read = number(site, value, name);
  if (read === undefined) return;
  if (name === 'multipleOf' && read.value <= 0) {
    return invalid(site, name, `"multipleOf" is ${read.value}, not more than 0`);
  }
  // A flag read before may have moved the bound already.
  const exclusive = name === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum';
  const strict = site.scope.dialect.exclusiveFlags && sibling(site, exclusive) === true;
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
    return wrongType(site, name, 'a boolean', value, {
      hint: `a number here is JSON Schema from draft 6; write the bound as "${name === 'exclusiveMinimum' ? 'minimum' : 'maximum'}" and "${name}: true"`,
    });
  }
  if (typeof value === 'boolean') return exclusiveFlag(site, value, name);
  const read = number(site, value, name);
  if (read !== undefined) site.keywords[name] = read;
}

/** Draft 4 and OpenAPI 3.0 have a flag here; documents that moved on often kept it. */
function exclusiveFlag(
  site: SchemaSite,
  value: boolean,
  name: 'exclusiveMinimum' | 'exclusiveMaximum',
): void {
  const inclusive = name === 'exclusiveMinimum' ? 'minimum' : 'maximum';
  warn(
    site,
    'foreign-keyword',
    [name],
    `"${name}" is a flag of OpenAPI 3.0; here the bound itself belongs`,
    {
      hint: `write the number of "${inclusive}" here and leave "${inclusive}" out`,
    },
  );
  const bound = sibling(site, inclusive);
  if (value && typeof bound === 'number') {
    site.keywords[name] = createNumeral(site, bound, inclusive);
  }
}

function discriminator(site: SchemaSite, value: Json): void {
  if (!isObject(value)) return wrongType(site, 'discriminator', 'an object', value);
  site.reading.discriminate(site.id, value, site.scope, site.origin);
}

function examples(site: SchemaSite, value: Json): void {
  if (isArray(value)) site.annotations.examples = value;
  else
    warn(
      site,
      'invalid-type',
      ['examples'],
      `"examples" is ${describeType(value)} where an array belongs`,
    );
}

function externalDocs(site: SchemaSite, value: Json): void {
  if (!isObject(value)) return wrongType(site, 'externalDocs', 'an object', value);
  const url = value['url'];
  if (typeof url !== 'string') return wrongType(site, ['externalDocs', 'url'], 'a string', url);
  const description = value['description'];
  site.annotations.externalDocs = typeof description === 'string' ? { url, description } : { url };
}

function xml(site: SchemaSite, value: Json): void {
  if (!isObject(value)) wrongType(site, 'xml', 'an object', value);
}
