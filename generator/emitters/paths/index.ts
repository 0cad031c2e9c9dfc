import type { Plan } from '../../plan/plan.js';
import { code } from '../../printer/code.js';
import { defineEmitter, emitterApiVersion, type EmitContext, type Emitter } from '../emitter.js';
import { bundleAsComponents, type JsonObject } from './component-bundle.js';
import { loadPathsLibrary } from './library.js';
import { emitPaths } from './paths.js';
import type { SourceFile } from '../../printer/source-file.js';

/** The types of openapi-typescript: `paths`, `components` and `operations`. */
export const pathsEmitter: Emitter<object> = defineEmitter({
  apiVersion: emitterApiVersion,
  name: 'paths',
  isOptIn: true,
  plan: () => ({}),
  emit: (_part, context) => emitFile(context.plan, context),
  packagePart: () => ({
    subpaths: [
      {
        name: 'paths',
        contents: code`types in the form of openapi-typescript, for openapi-fetch`,
      },
    ],
  }),
});

/** Emits the file from all OpenAPI documents of a package. Loads openapi-typescript. */
async function* emitFile(
  plan: Plan,
  { documents, loadLibrary, reporter }: EmitContext,
): AsyncIterable<SourceFile> {
  const compiler = await loadLibrary('typescript', () => import('typescript'));
  if (compiler === undefined) return;
  const library = await loadLibrary('openapi-typescript', loadPathsLibrary);
  if (library === undefined) return;
  const names = new Map(plan.types.map(({ id, identifier }) => [String(id), identifier.name]));
  const bundles = documents
    .filter(({ entry: { value } }) => isObject(value) && typeof value['openapi'] === 'string')
    .map((each) => bundleAsComponents(each, (location) => names.get(location)));
  const context = { library, ts: compiler.default, reporter };
  yield* emitPaths(plan, mergeDocuments(bundles), context);
}

/** Merges the documents of one service. Conflicting definitions have been reported as errors before. */
function mergeDocuments(documents: readonly JsonObject[]): JsonObject {
  return documents.reduce<JsonObject>((sum, document) => merge(sum, document, 2), {});
}

function merge(left: JsonObject, right: JsonObject, depth: number): JsonObject {
  const both = Object.entries(right).map(([name, value]) => {
    const existing = Object.hasOwn(left, name) ? left[name] : undefined;
    return isObject(existing) && isObject(value) && depth > 0
      ? ([name, merge(existing, value, depth - 1)] as const)
      : ([name, value] as const);
  });
  return { ...left, ...Object.fromEntries(both) };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
