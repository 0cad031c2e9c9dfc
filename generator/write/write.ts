import { createReporter, type Checked, type Reporter } from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import { baseName, folderOf, joinPath, relativePath } from '../core/path.js';
import { compareOutput, type Changes, type Obstacle, type OutputFile } from './changes.js';
import { fileOrigin } from './file-text.js';
import { foreignTwins, guardFiles, type Place } from './guard.js';
import { manifestName } from './manifest-name.js';
import { digest, formatManifest, readManifest, type Manifest } from './manifest.js';
import { applyChanges } from './transaction.js';

/** One package's files and what they were made from. */
export interface Output {
  readonly place: Place;
  readonly files: readonly OutputFile[];
  /** Absolute paths of every file that was read. */
  readonly inputs: readonly string[];
  /** The lock of names, which lies beside the folder and is read by the next run. */
  readonly lock?: OutputFile;
  readonly made: Pick<Manifest, 'generator' | 'settings' | 'warnings'>;
}

/** An output that has been compared with the disk and may be written. */
export interface PreparedOutput {
  readonly changes: Changes;
  /** Whether the manifest alone differs, or anything at all. */
  readonly manifestChanged: boolean;
  /** The path of the lock of names, where it differs. */
  readonly lockChanged?: string;
  /** Writes it; throws the host's errors. After this the folder is exactly as planned. */
  commit(): void;
}

/**
 * Compares an output with its folder without touching it. `keep` refuses to overwrite or remove what
 * the last run did not leave as it is; `overwrite` is the person's word that it may go.
 */
export function prepareOutput(
  host: Host,
  output: Output,
  policy: 'keep' | 'overwrite',
): Checked<PreparedOutput> {
  const report = createReporter();
  const { place, files, inputs, lock } = output;
  const { out } = place;
  guardFiles(
    host,
    place,
    files.map(({ path }) => path),
    inputs,
    report,
  );
  if (lock !== undefined && !isOwnPlace(host, lock.path)) {
    report.error(
      'output-symlink',
      fileOrigin(host.cwd, lock.path),
      'the path leads through a symbolic link',
      { hint: 'replace the link by a file; the generator writes nothing through links' },
    );
  }
  const found = readManifest(host, out);
  if (found === 'unreadable' && policy === 'keep') {
    report.error(
      'output-manifest',
      fileOrigin(host.cwd, joinPath(out, manifestName)),
      'the manifest is not readable',
      {
        hint: 'restore it from version control, or run again with --force to write it anew',
      },
    );
  }
  const last = found === 'unreadable' ? undefined : found;
  if (report.diagnostics.length > 0) return { value: undefined, diagnostics: report.diagnostics };
  const changes = compareOutput(host, out, files, last);
  const known = new Set([...(last?.outputs.keys() ?? []), ...files.map(({ path }) => path)]);
  for (const [ours, theirs] of foreignTwins(
    host,
    out,
    files.map(({ path }) => path),
    known,
  )) {
    report.error(
      'output-case',
      fileOrigin(host.cwd, joinPath(out, theirs)),
      `it is one file with "${ours}" where case does not count`,
      {
        hint: 'rename or remove it',
      },
    );
  }
  const standing = changes.obstacles.filter(({ kind }) => policy === 'keep' || kind === 'folder');
  for (const obstacle of standing) reportObstacle(report, host, out, obstacle);
  const manifest = formatManifest(manifestOf(host, output, changes.digests));
  const manifestBytes = host.read(joinPath(out, manifestName));
  const manifestChanged = manifestBytes === undefined || digest(manifestBytes) !== digest(manifest);
  const nothing = changes.writes.length === 0 && changes.removes.length === 0 && !manifestChanged;
  const isLockNew = lock !== undefined && !holds(host, lock);
  const commit = (): void => {
    if (!nothing) applyChanges(host, out, changes, manifest);
    // The output is there: a run that dies here writes the lock the next time.
    if (isLockNew) host.write(lock.path, new TextEncoder().encode(lock.text));
  };
  return {
    value: {
      changes,
      manifestChanged,
      commit,
      ...(isLockNew && { lockChanged: lock.path }),
    },
    diagnostics: report.diagnostics,
  };
}

/** Whether a file is where its path says, and not where a link leads. */
function isOwnPlace(host: Host, path: string): boolean {
  return host.realPath(path) === joinPath(host.realPath(folderOf(path)), baseName(path));
}

function holds(host: Host, { path, text }: OutputFile): boolean {
  const bytes = host.read(path);
  return bytes !== undefined && digest(bytes) === digest(text);
}

function manifestOf(
  host: Host,
  { place, inputs, lock, made }: Output,
  outputs: Manifest['outputs'],
): Manifest {
  const digests = inputs.map((path): [string, string] => {
    const bytes = host.read(path);
    return [relativePath(place.out, path), digest(bytes ?? '')];
  });
  if (lock !== undefined) digests.push([relativePath(place.out, lock.path), digest(lock.text)]);
  return {
    ...made,
    inputs: new Map(digests),
    outputs,
  };
}

const obstacles: Readonly<
  Record<Obstacle['kind'], { code: string; message: string; hint: string }>
> = {
  edited: {
    code: 'output-edited',
    message: 'the file was changed by hand since it was generated',
    hint: 'restore it from version control, or run again with --force to overwrite it',
  },
  'edited-stale': {
    code: 'output-edited',
    message: 'the file is no longer generated, and was changed by hand',
    hint: 'move it out of the output folder or remove it, or run again with --force to remove it',
  },
  foreign: {
    code: 'output-foreign',
    message: 'the file is in the way and was not written by a previous run',
    hint: 'move it away, or run again with --force to overwrite it',
  },
  folder: {
    code: 'output-foreign',
    message: 'a folder with files of its own is in the place of a file',
    hint: 'move it away',
  },
};

function reportObstacle(report: Reporter, host: Host, out: string, { path, kind }: Obstacle): void {
  const { code, message, hint } = obstacles[kind];
  report.error(code, fileOrigin(host.cwd, joinPath(out, path)), message, { hint });
}
