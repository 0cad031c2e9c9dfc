import type { Reporter } from '../../../core/diagnostic.js';
import type { Origin } from '../../../core/origin.js';
import type { Json, KeywordSchema, SchemaId, SchemaTable } from '../../schema.js';
import { suggest } from '../../../core/suggestion.js';

/** What readers of FIX look at: every schema, resolved, and what the document calls it. */
export interface FixReading {
  readonly table: SchemaTable;
  readonly names: ReadonlyMap<SchemaId, string>;
  readonly reporter: Reporter;
  /** BeginString (8): what data types mean depends on it. */
  readonly beginString: string;
  /** `x-fix-session.canonicalNumbers`. */
  readonly canonicalNumbers: boolean;
  /** What has been looked at before, so that a fault is reported once. */
  readonly looked: Set<SchemaId>;
}

/** A schema behind its references, with what was said on the way: whoever refers wins. */
export interface FixNode {
  /** The first, which holds the references. */
  readonly id: SchemaId;
  readonly origin: Origin;
  /** Where the references lead. */
  readonly target: KeywordSchema;
  /** From the first to the target. */
  readonly chain: readonly KeywordSchema[];
  extension(name: string): { readonly value: Json; readonly origin: Origin } | undefined;
}

/** What stands at a schema. A reference may stand alone in an `allOf` too; `undefined` for what is no object. */
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

/** The one schema of an `allOf` beside which nothing is demanded. */
function onlyPart({ keywords }: KeywordSchema): SchemaId | undefined {
  const [only, ...rest] = keywords.allOf ?? [];
  return rest.length === 0 && Object.keys(keywords).every((name) => name === 'allOf')
    ? only
    : undefined;
}

/** Extensions of schemas. */
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
  if (reading.looked.has(id)) return;
  reading.looked.add(id);
  for (const name of Object.keys(annotations.extensions)) {
    if (!name.startsWith(`x-fix-`) || NAMES.includes(name)) continue;
    const meant = suggest(name, NAMES);
    reading.reporter.error(
      'invalid-extension',
      { parent: origin, key: name },
      `"${name}" is not an extension of schemas`,
      { part: 'key', ...(meant === undefined ? {} : { hint: `did you mean "${meant}"?` }) },
    );
  }
}
