import type { Checked } from './core/diagnostic.js';
import type { Host } from './core/host.js';
import { loadPathsLibrary } from './emit/paths/library.js';
import { emitPaths } from './emit/paths/paths.js';
import type { Job } from './jobs.js';
import { oneDocument, type Documents, type JsonObject } from './load/one-document.js';
import type { Plan } from './plan/plan.js';
import type { OutputFile } from './write/changes.js';
import { fileOrigin } from './write/file-text.js';
import { loadLibrary } from './write/library.js';

/** The file that `--paths` asks for, of all OpenAPI documents of a package together. Loads openapi-typescript. */
export async function pathsFile(
  plan: Plan,
  documents: readonly Documents[],
  job: Job,
  host: Host,
): Promise<Checked<OutputFile>> {
  const needs = { needs: '--paths', origin: fileOrigin(host.cwd, job.place.out) };
  const compiler = await loadLibrary('typescript', () => import('typescript'), needs);
  if ('missing' in compiler) return { value: undefined, diagnostics: [compiler.missing] };
  const loaded = await loadLibrary('openapi-typescript', loadPathsLibrary, needs);
  if ('missing' in loaded) return { value: undefined, diagnostics: [loaded.missing] };
  const names = new Map(plan.types.map(({ id, identifier }) => [String(id), identifier.name]));
  const whole = documents
    .filter(({ entry: { value } }) => isObject(value) && typeof value['openapi'] === 'string')
    .map((each) => oneDocument(each, (location) => names.get(location)));
  const { value, diagnostics } = emitPaths(plan, merged(whole), {
    library: loaded.library,
    ts: compiler.library.default,
  });
  return {
    value: value?.kind === 'text' ? { path: value.path, text: value.text } : undefined,
    diagnostics,
  };
}

/** Documents of one service side by side: what they share is the same, or the run has ended before. */
function merged(documents: readonly JsonObject[]): JsonObject {
  return documents.reduce<JsonObject>((sum, document) => merge(sum, document, 2), {});
}

function merge(left: JsonObject, right: JsonObject, depth: number): JsonObject {
  const both = Object.entries(right).map(([name, value]) => {
    const before = Object.hasOwn(left, name) ? left[name] : undefined;
    return isObject(before) && isObject(value) && depth > 0
      ? ([name, merge(before, value, depth - 1)] as const)
      : ([name, value] as const);
  });
  return { ...left, ...Object.fromEntries(both) };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
