import type { DefinedKeyword } from '../../../schema/keyword.js';
import { readNumber } from '../../../schema/read/numbers.js';
import { schemaList, schemaMap } from '../../../schema/read/subschemas.js';
import { strings } from '../../../schema/read/texts.js';
import type { Json, SchemaId } from '../../schema.js';
import { isArray, isObject } from '../json.js';
import { foreignKeyword } from './keyword-diagnostics.js';
import {
  boolean,
  child,
  numeral,
  report,
  sibling,
  string,
  wrongType,
  type SchemaBuilder,
} from './schema-builder.js';

type Bound = 'minimum' | 'maximum';
type ExclusiveBound = 'exclusiveMinimum' | 'exclusiveMaximum';

const exclusiveOf = { minimum: 'exclusiveMinimum', maximum: 'exclusiveMaximum' } as const;
const inclusiveOf = { exclusiveMinimum: 'minimum', exclusiveMaximum: 'maximum' } as const;

/** Dialects in which exclusive bounds are flags beside `minimum` and `maximum`. */
const dialectsWithFlags = { since: '4', until: '4', also: ['openapi-3.0'] } as const;

/**
 * Keywords of older drafts and of OpenAPI 3.0 that 2020-12 spells differently. Their readers produce the keywords of 2020-12. A reader for
 * a name that 2020-12 has as well replaces the one of the keyword in the dialects listed here.
 */
export const draftSpellings: readonly DefinedKeyword[] = [
  {
    name: 'definitions',
    dialects: { since: '4' },
    vocabulary: 'core',
    read: (builder, value) => void schemaMap(builder, value, 'definitions'),
  },
  {
    name: '$recursiveRef',
    dialects: { since: '2019-09', until: '2019-09' },
    vocabulary: 'core',
    read(builder, value) {
      const target = string(builder, value, '$recursiveRef');
      if (target !== undefined)
        builder.reading.refer(builder.id, '$recursiveRef', target, builder.scope, builder.origin);
    },
  },
  {
    name: '$recursiveAnchor',
    dialects: { since: '2019-09', until: '2019-09' },
    vocabulary: 'core',
    read: (builder, value) => void boolean(builder, value, '$recursiveAnchor'),
  },
  { name: 'nullable', dialects: { also: ['openapi-3.0'] }, vocabulary: 'core' },
  {
    name: 'items',
    dialects: { since: '4', until: '2019-09' },
    vocabulary: 'applicator',
    read: readItemsOrTuple,
  },
  {
    name: 'additionalItems',
    dialects: { since: '4', until: '2019-09' },
    vocabulary: 'applicator',
  },
  {
    name: 'dependencies',
    dialects: { since: '4' },
    vocabulary: 'applicator',
    read: readDependencies,
  },
  ...(['minimum', 'maximum'] as const).map(boundWithFlag),
  ...(['exclusiveMinimum', 'exclusiveMaximum'] as const).map(exclusiveFlag),
];

/** `items`: an array of schemas describes a tuple, and `additionalItems` its further items. */
function readItemsOrTuple(builder: SchemaBuilder, value: Json): void {
  if (!isArray(value)) {
    builder.keywords.items = child(builder, value, 'items');
    return;
  }
  builder.keywords.prefixItems = schemaList(builder, value, 'items');
  const rest = sibling(builder, 'additionalItems');
  if (rest !== undefined) builder.keywords.items = child(builder, rest, 'additionalItems');
}

/** Reads an array under `items` in a later dialect, and reports it. */
export function readForeignTuple(builder: SchemaBuilder, value: readonly Json[]): void {
  report(builder, foreignKeyword.tuple(), ['items'], { hint: 'write "prefixItems"' });
  builder.keywords.prefixItems = schemaList(builder, value, 'items');
}

/** `dependencies`, replaced in 2019-09: an array is read as `dependentRequired`, a schema as `dependentSchemas`. */
function readDependencies(builder: SchemaBuilder, value: Json): void {
  if (!isObject(value)) return wrongType(builder, 'dependencies', 'an object', value);
  const names: (readonly [string, readonly string[], 'dependencies'])[] = [];
  const schemas: (readonly [string, SchemaId])[] = [];
  for (const key of Object.keys(value)) {
    const dependency = value[key] as Json;
    if (isArray(dependency))
      names.push([key, strings(builder, dependency, 'dependencies', key) ?? [], 'dependencies']);
    else schemas.push([key, child(builder, dependency, 'dependencies', key)]);
  }
  if (names.length > 0) {
    builder.keywords.dependentRequired = [...(builder.keywords.dependentRequired ?? []), ...names];
  }
  if (schemas.length > 0) {
    builder.keywords.dependentSchemas = [...(builder.keywords.dependentSchemas ?? []), ...schemas];
  }
}

/** `minimum` and `maximum`: the flag beside the bound makes it an exclusive one. */
function boundWithFlag(name: Bound): DefinedKeyword {
  return {
    name,
    dialects: dialectsWithFlags,
    vocabulary: 'validation',
    read(builder, value) {
      const read = readNumber(builder, value, name);
      const exclusive = exclusiveOf[name];
      if (read !== undefined)
        builder.keywords[sibling(builder, exclusive) === true ? exclusive : name] = read;
    },
  };
}

/** `exclusiveMinimum` and `exclusiveMaximum` as flags, which apply to the bound beside them. */
function exclusiveFlag(name: ExclusiveBound): DefinedKeyword {
  return {
    name,
    dialects: dialectsWithFlags,
    vocabulary: 'validation',
    read(builder, value) {
      if (typeof value === 'boolean') return;
      wrongType(builder, name, 'a boolean', value, {
        hint: `a number needs JSON Schema draft 6 or later; write the bound as "${inclusiveOf[name]}" and "${name}: true"`,
      });
    },
  };
}

/** Reads such a flag in a later dialect. Documents that changed version often keep it. */
export function readForeignFlag(
  builder: SchemaBuilder,
  value: boolean,
  name: ExclusiveBound,
): void {
  const inclusive = inclusiveOf[name];
  report(builder, foreignKeyword.flag({ name }), [name], {
    hint: `write the number of "${inclusive}" here, and omit "${inclusive}"`,
  });
  const bound = sibling(builder, inclusive);
  if (value && typeof bound === 'number') {
    builder.keywords[name] = numeral(builder, bound, inclusive);
  }
}
