import { invalidExtension } from '../../../core/diagnostics/extensions.js';
import type { Reporter } from '../../../core/diagnostic.js';
import type { Origin } from '../../../core/origin.js';
import type { Json, KeywordSchema, SchemaId, SchemaTable } from '../../schema.js';
import { suggest } from '../../../core/suggestion.js';

/** State of reading FIX parts: all schemas, with references resolved, and their component names. */
export interface FixReading {
  readonly table: SchemaTable;
  readonly names: ReadonlyMap<SchemaId, string>;
  readonly reporter: Reporter;
  /** BeginString (8), which the meaning of data types depends on. */
  readonly beginString: string;
  /** `x-fix-session.canonicalNumbers`. */
  readonly canonicalNumbers: boolean;
  /** Schemas whose extensions have been checked, so that each mistake is reported once. */
  readonly checked: Set<SchemaId>;
}

/** A schema behind its references, with the extensions of the references. Those of the referring schema take precedence. */
export interface FixNode {
  /** The first schema, which contains the reference. */
  readonly id: SchemaId;
  readonly origin: Origin;
  /** Target of the references. */
  readonly target: KeywordSchema;
  /** Schemas from the first to the target. */
  readonly chain: readonly KeywordSchema[];
  extension(name: string): { readonly value: Json; readonly origin: Origin } | undefined;
}

/** Follows references, including one that is the only part of an `allOf`. Returns `undefined` if the target is not an object schema. */
export function nodeOf(reading: FixReading, id: SchemaId): FixNode | undefined {
  const chain: KeywordSchema[] = [];
  let at: SchemaId | undefined = id;
  while (at !== undefined) {
    const schema = reading.table.get(at);
    if (schema?.kind !== 'keywords' || chain.includes(schema)) return undefined;
    chain.push(schema);
    checkNames(reading, schema);
    at = schema.keywords.$ref ?? onlyPart(schema);
  }
  const target = chain.at(-1);
  if (target === undefined) return undefined;
  return {
    id,
    origin: chain[0]?.origin ?? target.origin,
    target,
    chain,
    extension(name) {
      const owner = chain.find(({ annotations }) => Object.hasOwn(annotations.extensions, name));
      const value = owner?.annotations.extensions[name];
      if (owner === undefined || value === undefined) return undefined;
      return { value, origin: { parent: owner.origin, key: name } };
    },
  };
}

/** Returns the only schema of an `allOf` without other keywords. */
function onlyPart({ keywords }: KeywordSchema): SchemaId | undefined {
  const [only, ...rest] = keywords.allOf ?? [];
  return rest.length === 0 && Object.keys(keywords).every((name) => name === 'allOf')
    ? only
    : undefined;
}

/** FIX extensions of schemas. */
const NAMES = [
  'x-fix-tag',
  'x-fix-type',
  'x-fix-precision',
  'x-fix-canonical-number',
  'x-fix-length-of',
  'x-fix-delimiter',
  'x-fix-component',
  'x-fix-required-if',
];

function checkNames(reading: FixReading, { id, annotations, origin }: KeywordSchema): void {
  if (reading.checked.has(id)) return;
  reading.checked.add(id);
  for (const name of Object.keys(annotations.extensions)) {
    if (!name.startsWith(`x-fix-`) || NAMES.includes(name)) continue;
    const suggestion = suggest(name, NAMES);
    reading.reporter.report(
      invalidExtension.extension({ name, what: 'schemas' }),
      { parent: origin, key: name },
      {
        part: 'key',
        ...(suggestion === undefined ? {} : { hint: `did you mean "${suggestion}"?` }),
      },
    );
  }
}
