import { isUrl } from '../core/address.js';
import { createDiagnostic, defineError } from '../core/diagnostic.js';
import type { Checked, DiagnosticType } from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import { absolutePath, baseName, joinPath } from '../core/path.js';
import { isVersion } from '../options/package-values.js';
import { unlockedReference } from '../load/remote-document.js';
import type { RemoteDocuments } from '../remote/remotes.js';
import { fileOrigin } from '../write/file-text.js';

/** A package whose descriptions cannot be read. */
export const packageDescription: DiagnosticType<{
  default: void;
  archive: void;
  absent: void;
  several: { names: string };
}> = defineError('package-description', {
  default: () => '"description.json" is not a file that tallystick has written',
  archive: () => 'this is not the tarball of an npm package',
  absent: () => 'the package does not contain its descriptions',
  several: ({ names }) => `the package contains several descriptions: ${names}`,
});

/** A package as it is published: a folder, or a tarball. */
export interface PublishedPackage {
  readonly name: string;
  readonly version: string;
  /** Paths or URLs of its entry documents. */
  readonly documents: readonly string[];
  /** The host to read them with. */
  readonly host: Host;
  /** Documents that have a URL. */
  readonly remote: RemoteDocuments;
}

/** Folder of the documents in the host of a published package. */
const root = '/package';

/** True if a path is that of a published package. */
export function isPublishedPackage(path: string, host: Host): boolean {
  const absolute = absolutePath(host.cwd, path);
  return /\.(?:tgz|tar\.gz)$/.test(path)
    ? host.read(absolute) !== undefined
    : host.list(absolute)?.includes('package.json') === true;
}

/** Reads a published package. Nothing of it runs. */
export async function readPublishedPackage(
  path: string,
  host: Host,
): Promise<Checked<PublishedPackage>> {
  const absolute = absolutePath(host.cwd, path);
  const fail = (
    sentence: ReturnType<typeof packageDescription.default>,
    hint: string,
  ): Checked<PublishedPackage> => ({
    value: undefined,
    diagnostics: [createDiagnostic(sentence, fileOrigin(host.cwd, absolute), { hint })],
  });
  const isFolder = host.list(absolute) !== undefined;
  const files = isFolder ? undefined : await unpacked(host.read(absolute));
  if (!isFolder && files === undefined)
    return fail(packageDescription.archive(), 'name what "npm pack" writes, or a folder');
  const read = (name: string): unknown =>
    json(files === undefined ? host.read(joinPath(absolute, name)) : files.get(name));
  const manifest = read('package.json');
  const recorded = read('description.json');
  if (recorded === undefined)
    return fail(
      packageDescription.absent(),
      'set "includeDescription: true" in the config file before you publish it; or compare with a git revision',
    );
  const value =
    isRecord(manifest) && isRecord(recorded) ? packageOf(manifest, recorded, host) : undefined;
  return value === undefined
    ? fail(packageDescription.default(), 'install the package again')
    : { value, diagnostics: [] };
}

async function unpacked(
  bytes: Uint8Array | undefined,
): Promise<ReadonlyMap<string, Uint8Array> | undefined> {
  const { unpackPackage } = await import('../load/package-archive.js');
  return bytes && unpackPackage(bytes);
}

function packageOf(
  manifest: Readonly<Record<string, unknown>>,
  { documents, contents }: Readonly<Record<string, unknown>>,
  host: Host,
): PublishedPackage | undefined {
  const { name, version } = manifest;
  if (typeof name !== 'string' || typeof version !== 'string' || !isVersion(version))
    return undefined;
  if (!Array.isArray(documents) || documents.length === 0 || !isRecord(contents)) return undefined;
  const names = documents.filter((each) => typeof each === 'string');
  if (names.some((each) => !Object.hasOwn(contents, each))) return undefined;
  const bytes = new Map(
    Object.entries(contents).map(([path, value]) => [
      isUrl(path) ? path : absolutePath(root, path),
      new TextEncoder().encode(JSON.stringify(value)),
    ]),
  );
  return {
    name,
    version,
    documents: names,
    host: {
      ...host,
      cwd: root,
      read: (path) => bytes.get(path),
      list: () => undefined,
      realPath: (path) => path,
    },
    remote: {
      read: (url) => {
        const found = bytes.get(url);
        return found === undefined
          ? { kind: 'refused', sentence: unlockedReference.default() }
          : { kind: 'read', bytes: found, copy: joinPath(root, baseName(url)) };
      },
      arrive: async () => false,
    },
  };
}

/** The document of a package that is compared with one of this name. */
export function documentLike({ documents }: PublishedPackage, name: string): string | undefined {
  if (documents.length === 1) return documents[0];
  return (
    documents.find((each) => each === name) ??
    documents.find((each) => baseName(each) === baseName(name))
  );
}

function json(bytes: Uint8Array | undefined): unknown {
  if (bytes === undefined) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
