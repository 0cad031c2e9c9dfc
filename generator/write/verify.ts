import { createReporter, type Diagnostic, type Reporter } from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import { rootOrigin, type Origin, type Position } from '../core/origin.js';
import { joinPath, relativePath } from '../core/path.js';
import { fileOrigin } from './file-text.js';
import { loadLibrary } from './library.js';
import { syntaxFault } from './syntax.js';
import type { OutputFile } from './changes.js';

/**
 * Parses files before they are written, as `--verify` asks: TypeScript by the parser of the compiler, JSON as
 * JSON. Whatever does not parse is a fault of ours, which stops the run at its line. Loads ts-morph, and the
 * compiler with it.
 */
export async function verifyFiles(
  host: Host,
  out: string,
  files: readonly OutputFile[],
): Promise<readonly Diagnostic[]> {
  const report = createReporter();
  const sources = files.filter(({ path }) => path.endsWith('.ts'));
  const loaded = await loadLibrary('ts-morph', () => import('ts-morph'), {
    needs: '--verify',
    origin: fileOrigin(host.cwd, out),
  });
  if ('missing' in loaded) return [loaded.missing];
  for (const { path, text } of sources) {
    const fault = syntaxFault(loaded.library.ts, path, text);
    if (fault === undefined) continue;
    const origin = outputOrigin(host, out, path, text);
    refuse(report, origin, fault.message, placeAt(text, fault.start));
  }
  for (const { path, text } of files) {
    if (!path.endsWith('.json')) continue;
    try {
      JSON.parse(text);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      refuse(report, outputOrigin(host, out, path, text), message, undefined);
    }
  }
  return report.diagnostics;
}

function refuse(
  report: Reporter,
  origin: Origin,
  message: string,
  position: Position | undefined,
): void {
  report.error('output-syntax', origin, `what would be written does not parse: ${message}`, {
    ...(position === undefined ? {} : { position }),
    hint: 'this is a fault of tallystick, not of your description: nothing was written',
  });
}

/** A file that is yet to be written, with its lines. */
function outputOrigin(host: Host, out: string, path: string, text: string): Origin {
  const place = joinPath(out, path);
  const lines = text.split('\n');
  return rootOrigin({
    uri: `file://${place}`,
    path: relativePath(host.cwd, place),
    locate: () => undefined,
    line: (number) => lines[number - 1],
  });
}

function placeAt(text: string, offset: number): Position {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}
