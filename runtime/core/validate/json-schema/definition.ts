/** A JSON Schema of 2020-12, as data. References are to `#/$defs`. */
export type JsonSchema = boolean | JsonSchemaObject;

/** A schema with keywords. */
export interface JsonSchemaObject {
  readonly [keyword: string]: unknown;
}

/** A named schema, as a generated package contains it. */
export interface JsonDefinition {
  readonly name: string;
  readonly schema: JsonSchema;
  /** The definitions to which it refers. A getter, because schemas may refer to each other. */
  readonly uses?: readonly JsonDefinition[];
  /** True if a program has other values than JSON here: a `Date`, a `bigint` or bytes. */
  readonly isConverted?: true;
}

/** A schema cannot be described in the requested form. */
export class JsonSchemaError extends Error {
  override readonly name = 'JsonSchemaError';
  /**
   * `unsupported-target`: the target is unknown; `unsupported-keyword`: the target has no equivalent of a keyword; `not-json`: values of the
   * schema are no JSON.
   */
  declare readonly code: 'unsupported-target' | 'unsupported-keyword' | 'not-json';

  constructor(code: JsonSchemaError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** A definition and all those to which it leads, each once. */
export function reachableDefinitions(root: JsonDefinition): ReadonlySet<JsonDefinition> {
  const found = new Set([root]);
  // The iteration includes definitions that are added on the way.
  for (const { uses = [] } of found) for (const each of uses) found.add(each);
  return found;
}
