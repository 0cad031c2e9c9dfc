import type { Checked } from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import { loadPathsLibrary } from '../emitters/paths/library.js';
import { emitPaths } from '../emitters/paths/paths.js';
import type { PackageJob } from './package-job.js';
import { bundleAsComponents, type DocumentSet, type JsonObject } from '../load/component-bundle.js';
import type { Plan } from '../plan/plan.js';
import type { OutputFile } from '../write/changes.js';
import { fileOrigin } from '../write/file-text.js';
import { loadLibrary } from '../write/library.js';

/** Emits the file for `--paths`, from all OpenAPI documents of a package. Loads openapi-typescript. */
export async function emitPathsFile(
  plan: Plan,
  documents: readonly DocumentSet[],
  job: PackageJob,
  host: Host,
): Promise<Checked<OutputFile>> {
  const needs = { needs: '--paths', origin: fileOrigin(host.cwd, job.location.out) };
  const compiler = await loadLibrary('typescript', () => import('typescript'), needs);
  if ('missing' in compiler) return { value: undefined, diagnostics: [compiler.missing] };
  const loaded = await loadLibrary('openapi-typescript', loadPathsLibrary, needs);
  if ('missing' in loaded) return { value: undefined, diagnostics: [loaded.missing] };
  const names = new Map(plan.types.map(({ id, identifier }) => [String(id), identifier.name]));
  const bundles = documents
    .filter(({ entry: { value } }) => isObject(value) && typeof value['openapi'] === 'string')
    .map((each) => bundleAsComponents(each, (location) => names.get(location)));
  const { value, diagnostics } = emitPaths(plan, mergeDocuments(bundles), {
    library: loaded.library,
    ts: compiler.library.default,
  });
  return {
    value: value?.kind === 'text' ? { path: value.path, text: value.text } : undefined,
    diagnostics,
  };
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
