import type { Diagnostic } from '../../generator/core/diagnostic.js';
import { hasErrors } from '../../generator/core/diagnostic.js';
import { diagnosticPosition } from '../../generator/core/origin.js';
import { absolutePath, joinPath } from '../../generator/core/path.js';
import { locateDiagnostics, visible } from '../../generator/core/render-diagnostics.js';
import { memoryHost, type MemoryHost } from '../../generator/host/memory.js';
import { generate } from '../../generator/pipeline/generate.js';
import type { PackageResult } from '../../generator/pipeline/request.js';
import { manifestName } from '../../generator/write/manifest-name.js';
import { readManifest } from '../../generator/write/manifest.js';
import { describedName, isDictionary } from './input.js';
import type { GeneratedFile, Input, Place, Problem, RunResult } from './protocol.js';

/** Number of problems that a page shows. */
export const maxProblems = 500;

const configName = 'tallystick.yaml';

/** Generates in memory what the config file asks for, and resolves the diagnostics. Each run starts without output of earlier ones. */
export async function run(
  { document, config }: Input,
  onProgress: (step: string) => void,
): Promise<RunResult> {
  const started = performance.now();
  const host = memoryHost({ [document.name]: document.text, [configName]: config });
  const imported = isDictionary(document) ? await importDictionary(document.name, host) : [];
  const inputs = new Set(host.files().keys());
  const result = hasErrors(imported)
    ? { ok: false, diagnostics: [], packages: [] }
    : await generate({ config: configName, onProgress: ({ step }) => onProgress(step) }, host);
  const located = locateDiagnostics([...imported, ...result.diagnostics]);
  const count = (severity: string): number =>
    located.filter(({ diagnostic }) => diagnostic.severity === severity).length;
  const outputs = result.ok ? collect(host, inputs, result.packages) : { files: [], texts: [] };
  return {
    ok: result.ok,
    errors: count('error'),
    warnings: count('warning'),
    problems: located.slice(0, maxProblems).map(({ diagnostic }) => problemOf(diagnostic)),
    files: outputs.files,
    contents: new Blob([...outputs.texts]),
    milliseconds: performance.now() - started,
  };
}

/** Writes the description of a FIX dictionary beside it, under the name that the config file has. */
async function importDictionary(
  dictionary: string,
  host: MemoryHost,
): Promise<readonly Diagnostic[]> {
  const { importFix } = await import('../../generator/import/import-fix.js');
  const { value, diagnostics } = importFix({ dictionary }, host);
  if (value !== undefined)
    host.write(absolutePath(host.cwd, describedName(dictionary)), new TextEncoder().encode(value));
  return diagnostics;
}

/** The files of the packages, with the digests of their manifests. */
function collect(
  host: MemoryHost,
  inputs: ReadonlySet<string>,
  packages: readonly PackageResult[],
): {
  readonly files: readonly GeneratedFile[];
  readonly texts: readonly Uint8Array<ArrayBuffer>[];
} {
  const files: GeneratedFile[] = [];
  const texts: Uint8Array<ArrayBuffer>[] = [];
  let start = 0;
  const add = (path: string, digest: string): void => {
    const bytes = host.read(path);
    if (bytes === undefined || inputs.has(path)) return;
    texts.push(Uint8Array.from(bytes));
    files.push({ path: path.slice(1), digest, start, end: start + bytes.length });
    start += bytes.length;
  };
  for (const { out } of packages) {
    const folder = absolutePath(host.cwd, out);
    const manifest = readManifest(host, folder);
    if (manifest === undefined || manifest === 'unreadable')
      throw new Error(`${joinPath(folder, manifestName)} was written a moment ago`);
    for (const [path, digest] of manifest.outputs) add(joinPath(folder, path), digest);
  }
  return { files, texts };
}

function problemOf(diagnostic: Diagnostic): Problem {
  const { code, severity, message, hint, related = [] } = diagnostic;
  const shownHint = connectionCodes.has(code) ? connectionHint : hint;
  return {
    code,
    severity,
    message: visible(message),
    ...(shownHint !== undefined && { hint: visible(shownHint) }),
    at: placeOf(diagnostic),
    related: related.map((each) => ({ message: visible(each.message), at: placeOf(each) })),
  };
}

/** Codes about documents that only a connection could read. */
const connectionCodes: ReadonlySet<string> = new Set([
  'forbidden-reference',
  'unreachable-reference',
]);

const connectionHint =
  'the playground reads nothing but this document: copy what it refers to into it, or use the command line';

function placeOf(about: Pick<Diagnostic, 'origin' | 'part' | 'position'>): Place {
  const { source, position } = diagnosticPosition(about);
  return { file: visible(source.path), ...position };
}
