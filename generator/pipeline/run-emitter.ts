import { defineError, type DiagnosticType, type Reporter } from '../core/diagnostic.js';
import { ResourceLimitError } from '../core/diagnostics/limits.js';
import type { SelectedEmitter } from '../emitters/emitter.js';
import type { SourceFile } from '../printer/source-file.js';

/** An emitter of another package that fails. */
export const emitterFailed: DiagnosticType<{
  default: { name: string; message: string };
  text: { name: string; path: string };
  path: { name: string; path: string };
  taken: { name: string; path: string };
}> = defineError('emitter-failed', {
  default: ({ name, message }) => `the emitter "${name}" fails: ${message}`,
  text: ({ name, path }) =>
    `the emitter "${name}" emits "${path}" as text, but files of code consist of declarations`,
  path: ({ name, path }) => `the emitter "${name}" emits "${path}", which is outside the output`,
  taken: ({ name, path }) => `the emitter "${name}" emits "${path}", which another one emits`,
});

/** Runs one step of an emitter. An error of an emitter of another package becomes a diagnostic. */
export function runEmitter<Result>(
  { emitter: { name }, origin }: SelectedEmitter,
  step: () => Result,
  reporter: Reporter,
): Result | undefined {
  if (origin === undefined) return step();
  try {
    return step();
  } catch (error) {
    reporter.report(emitterFailed.default({ name, message: messageOf(error) }), origin);
    return undefined;
  }
}

/** Yields the files of an emitter of another package until it fails. */
export async function* filesUntilFailure(
  { emitter: { name }, origin }: SelectedEmitter,
  emit: () => Iterable<SourceFile> | AsyncIterable<SourceFile>,
  reporter: Reporter,
): AsyncIterable<SourceFile> {
  if (origin === undefined) return;
  try {
    yield* emit();
  } catch (error) {
    reporter.report(emitterFailed.default({ name, message: messageOf(error) }), origin);
  }
}

/** Checks a file of another package's emitter: its path, and that text is not code. Returns true if it is valid. */
export function checkEmittedFile(
  { emitter: { name }, origin }: SelectedEmitter,
  { kind, path }: SourceFile,
  taken: ReadonlySet<string>,
  reporter: Reporter,
): boolean {
  if (origin === undefined) return true;
  const text = String(path);
  const isCode = kind === 'text' && /\.[cm]?[jt]sx?$/iu.test(text);
  const isInside =
    typeof path === 'string' &&
    !/^[/\\]|^[A-Za-z]:|\\|(?:^|\/)\.{1,2}(?:\/|$)|\/\/|\/$|^$|[\u0000-\u001f]/u.test(text);
  if (!isInside) reporter.report(emitterFailed.path({ name, path: text }), origin);
  else if (isCode) reporter.report(emitterFailed.text({ name, path: text }), origin);
  else if (taken.has(text.toLowerCase()))
    reporter.report(emitterFailed.taken({ name, path: text }), origin);
  else return true;
  return false;
}

/** First line of an error's message, without its stack trace. Throws errors of resource limits again. */
function messageOf(error: unknown): string {
  if (error instanceof ResourceLimitError) throw error;
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return line;
}
