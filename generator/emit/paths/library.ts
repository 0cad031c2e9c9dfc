import type TypeScript from 'typescript';
import type { Json } from '../../model/schema.js';

/** As much of openapi-typescript as is used: its own declarations name packages that it does not bring. */
export interface PathsLibrary {
  readonly transformSchema: (schema: object, context: object) => readonly unknown[];
  readonly transformSchemaObject: (schema: Json, options: object) => TypeScript.TypeNode;
  readonly scanDiscriminators: (schema: object, options: object) => object;
  readonly resolveRef: (
    schema: object,
    reference: string,
    options: { readonly silent: boolean },
  ) => unknown;
  readonly astToString: (nodes: readonly unknown[]) => string;
}

/**
 * Loads openapi-typescript.
 *
 * @throws if it is not installed, or is one that we do not know
 */
export async function loadPathsLibrary(): Promise<PathsLibrary> {
  const name = 'openapi-typescript';
  const found: unknown = await import(name);
  if (!isPathsLibrary(found)) throw new Error('openapi-typescript 7 has the functions we use');
  return found;
}

function isPathsLibrary(found: unknown): found is PathsLibrary {
  const functions =
    'transformSchema transformSchemaObject scanDiscriminators resolveRef astToString'.split(' ');
  return (
    typeof found === 'object' &&
    found !== null &&
    functions.every((each) => typeof Reflect.get(found, each) === 'function')
  );
}
