import { isWebAddress } from '../core/address.js';
import type { Checked } from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import { absolutePath } from '../core/path.js';
import type { Source } from '../load/source.js';
import type { LocatedVersion } from './compare-versions.js';
import type { DiffRequest } from './diff.js';

/** A host on which a description can be read in the place of a dictionary. */
interface ImportedVersion {
  readonly host: Host;
  readonly isDictionary: boolean;
}

/** Converts a FIX dictionary, in the XML format of QuickFIX, to a description. Other documents stay as they are. */
export async function importDictionary(
  { path, host }: LocatedVersion,
  { transport }: DiffRequest,
  own: Host,
): Promise<Checked<ImportedVersion>> {
  const file = absolutePath(host.cwd, path);
  const bytes = isWebAddress(path) ? undefined : host.read(file);
  if (bytes === undefined || !isXml(bytes))
    return { value: { host, isDictionary: false }, diagnostics: [] };
  const { importFix } = await import('../import/import-fix.js');
  const transportFile = transport && absolutePath(own.cwd, transport);
  const imported = importFix(
    {
      dictionary: path,
      ...(transportFile && { transport: transportFile, isTransportOptional: true }),
    },
    // The transport is a file of the working directory, also for a dictionary of a revision.
    { ...host, read: (name) => (name === transportFile ? own : host).read(name) },
  );
  const { value: text, diagnostics } = imported;
  if (text === undefined) return { value: undefined, diagnostics };
  const description = new TextEncoder().encode(text);
  const read = (name: string): Uint8Array | undefined =>
    name === file ? description : host.read(name);
  return { value: { host: { ...host, read }, isDictionary: true }, diagnostics };
}

/** A converted dictionary. Positions in the text of the conversion say nothing about the dictionary. */
export function withoutPositions(source: Source): Source {
  return { ...source, locate: () => undefined, line: () => undefined };
}

/** True if the first character besides white space is `<`, with which no JSON or YAML description begins. */
function isXml(bytes: Uint8Array): boolean {
  const start = new TextDecoder().decode(bytes.subarray(0, 200)).trimStart();
  return start.startsWith('<');
}
