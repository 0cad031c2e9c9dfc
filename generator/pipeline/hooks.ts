import {
  defineError,
  type Checked,
  type DiagnosticType,
  type Reporter,
  type Sentence,
  createReporter,
} from '../core/diagnostic.js';
import { formatPointer } from '../core/pointer.js';
import type { Hooks, HookJson, HookName } from '../config/hooks.js';
import type { Origin } from '../core/origin.js';
import { deriveDocument } from '../load/derive-document.js';
import type { Source } from '../load/source.js';
import { globals, isIdentifier, type RenameCandidate } from '../plan/names/names.js';
import type { OutputFile } from '../write/changes.js';

/** A hook of the config file that throws, or that returns something unusable. */
export const hookFailed: DiagnosticType<{
  document: { pointer: string };
  file: { path: string };
  name: { name: string; target: string };
  promise: { hook: HookName };
  threw: { hook: HookName; subject: string; message: string };
}> = defineError('hook-failed', {
  document: ({ pointer }) =>
    `the hook "document" returns a document that is not JSON at "#${pointer}"`,
  file: ({ path }) => `the hook "file" returns neither a text nor null for "${path}"`,
  name: ({ name, target }) =>
    `the hook "name" returns "${name}" for "${target}", which cannot be a name in TypeScript`,
  promise: ({ hook }) => `the hook "${hook}" returns a promise, but hooks are synchronous`,
  threw: ({ hook, subject, message }) => `the hook "${hook}" throws for "${subject}": ${message}`,
});

/** The hooks of a job, with the location of the config file that has them. */
export interface JobHooks {
  readonly hooks: Hooks;
  readonly origin: Origin;
}

type Call<Value> = { readonly isGood: true; readonly value: Value } | { readonly isGood: false };

/** Calls a hook. Reports an error that it throws, and a promise. */
function call<Value>(
  hook: HookName,
  subject: string,
  run: () => Value,
  { origin }: JobHooks,
  reporter: Reporter,
): Call<Value> {
  const fail = (sentence: Sentence): Call<Value> => {
    reporter.report(sentence, origin);
    return { isGood: false };
  };
  try {
    const value = run();
    if (!isPromise(value)) return { isGood: true, value };
    value.then(undefined, () => undefined);
    return fail(hookFailed.promise({ hook }));
  } catch (error) {
    const [message = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return fail(hookFailed.threw({ hook, subject, message }));
  }
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof value.then === 'function'
  );
}

/**
 * Applies the hook `document` to an entry document. The hook receives a copy. What it leaves unchanged keeps its position in the text.
 */
export function changeDocument(source: Source, job: JobHooks): Checked<Source> {
  const { document } = job.hooks;
  if (document === undefined) return { value: source, diagnostics: [] };
  const reporter = createReporter();
  const derived = deriveDocument(source);
  const subject = source.path;
  const result = call(
    'document',
    subject,
    () => document(derived.copy as HookJson, { path: subject }),
    job,
    reporter,
  );
  if (!result.isGood) return { value: undefined, diagnostics: reporter.diagnostics };
  const changed = derived.finish(result.value === undefined ? derived.copy : result.value);
  if (changed.value !== undefined) return { value: changed.value, diagnostics: [] };
  reporter.report(hookFailed.document({ pointer: formatPointer(changed.invalid) }), job.origin);
  return { value: undefined, diagnostics: reporter.diagnostics };
}

/** Converts the hook `name` to a function that renames candidates of operations and schemas. Unusable names are reported once. */
export function createRename(job: JobHooks, reporter: Reporter): RenameCandidate | undefined {
  const { name: hook } = job.hooks;
  if (hook === undefined) return undefined;
  const known = new Map<string, string>();
  return (candidate, kind, target) => {
    const key = `${kind} ${target} ${candidate}`;
    const previous = known.get(key);
    if (previous !== undefined) return previous;
    const context = { kind: kind === 'operations' ? 'operation' : 'schema', target } as const;
    const result = call('name', target, () => hook(candidate, context), job, reporter);
    const name = result.isGood ? (result.value ?? candidate) : candidate;
    const isUsable = typeof name === 'string' && isIdentifier(name) && !globals.has(name);
    if (!isUsable && name !== candidate)
      reporter.report(hookFailed.name({ name: String(name), target }), job.origin);
    const renamed = isUsable ? name : candidate;
    known.set(key, renamed);
    return renamed;
  };
}

/** Applies the hook `file` to a generated file. Returns `undefined` if the hook omits the file. */
export function changeFile(
  file: OutputFile,
  job: JobHooks,
  reporter: Reporter,
): OutputFile | undefined {
  const { file: hook } = job.hooks;
  if (hook === undefined) return file;
  const { path, text } = file;
  const result = call('file', path, () => hook({ path, text }), job, reporter);
  if (!result.isGood || result.value === undefined) return file;
  if (result.value === null) return undefined;
  if (typeof result.value === 'string') return { ...file, text: result.value };
  reporter.report(hookFailed.file({ path }), job.origin);
  return file;
}
