import { createReporter, defineError } from '../core/diagnostic.js';
import type { Diagnostic, DiagnosticType, Reporter } from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import { rootOrigin, type Origin, type Position } from '../core/origin.js';
import { joinPath, relativePath } from '../core/path.js';
import { fileOrigin } from './file-text.js';
import { loadLibrary } from './library.js';
import { findSyntaxError } from './syntax.js';
import type { OutputFile } from './changes.js';

/** A generated file that does not parse. */
export const outputSyntax: DiagnosticType<{ default: { message: string } }> = defineError(
  'output-syntax',
  { default: ({ message }) => `the generated file does not parse: ${message}` },
);

/**
 * Parses files before they are written, for `--verify`. A file that does not parse is a bug of the generator and stops the run. Loads
 * ts-morph and its TypeScript compiler.
 */
export async function verifyFiles(
  host: Host,
  out: string,
  files: readonly OutputFile[],
): Promise<readonly Diagnostic[]> {
  const reporter = createReporter();
  const sources = files.filter(({ path }) => /\.[jt]s$/u.test(path));
  const loaded = await loadLibrary('ts-morph', () => import('ts-morph'), {
    needs: '--verify',
    origin: fileOrigin(host.cwd, out),
  });
  if ('missing' in loaded) return [loaded.missing];
  for (const { path, text } of sources) {
    const fault = findSyntaxError(loaded.library.ts, path, text);
    if (fault === undefined) continue;
    const origin = outputOrigin(host, out, path, text);
    refuse(reporter, origin, fault.message, positionAt(text, fault.start));
  }
  for (const { path, text } of files) {
    if (!path.endsWith('.json')) continue;
    try {
      JSON.parse(text);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      refuse(reporter, outputOrigin(host, out, path, text), message, undefined);
    }
  }
  return reporter.diagnostics;
}

function refuse(
  reporter: Reporter,
  origin: Origin,
  message: string,
  position: Position | undefined,
): void {
  reporter.report(outputSyntax.default({ message }), origin, {
    ...(position === undefined ? {} : { position }),
    hint: 'this is a fault of Tallystick, not of your description: nothing was written',
  });
}

/** The origin of a file that is not written yet, with its lines. */
function outputOrigin(host: Host, out: string, path: string, text: string): Origin {
  const target = joinPath(out, path);
  const lines = text.split('\n');
  return rootOrigin({
    uri: `file://${target}`,
    path: relativePath(host.cwd, target),
    locate: () => undefined,
    line: (number) => lines[number - 1],
  });
}

function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}
