import type TypeScript from 'typescript';
import type { Json } from '../../model/schema.js';

/**
 * The functions of openapi-typescript that are used. Its own declarations refer to packages that it
 * does not install.
 */
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
 * @throws if it is not installed, or if its version is not supported
 */
export async function loadPathsLibrary(): Promise<PathsLibrary> {
  const name = 'openapi-typescript';
  const module: unknown = await import(name);
  if (!isPathsLibrary(module)) throw new Error('openapi-typescript 7 has the functions we use');
  return module;
}

function isPathsLibrary(module: unknown): module is PathsLibrary {
  const functions =
    'transformSchema transformSchemaObject scanDiscriminators resolveRef astToString'.split(' ');
  return (
    typeof module === 'object' &&
    module !== null &&
    functions.every((each) => typeof Reflect.get(module, each) === 'function')
  );
}
