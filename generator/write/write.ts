import {
  createReporter,
  defineError,
  type Checked,
  type DiagnosticType,
  type Reporter,
  type Sentence,
} from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import { baseName, folderOf, joinPath, relativePath } from '../core/path.js';
import { compareOutput, type Changes, type OutputConflict, type OutputFile } from './changes.js';
import { fileOrigin } from './file-text.js';
import {
  outputCase,
  outputSymlink,
  caseVariants,
  checkOutputFiles,
  type OutputLocation,
} from './output-safety.js';
import { manifestName } from './manifest-name.js';
import { digest, formatManifest, readManifest, type Manifest } from './manifest.js';
import { applyChanges } from './transaction.js';

/** A manifest that cannot be read. */
export const outputManifest: DiagnosticType<{ default: void }> = defineError('output-manifest', {
  default: () => 'the manifest cannot be read',
});

/** A generated file that was edited. */
export const outputEdited: DiagnosticType<{ default: void; stale: void }> = defineError(
  'output-edited',
  {
    default: () => 'the file was edited by hand after it was generated',
    stale: () => 'the file is no longer generated, and was edited by hand',
  },
);

/** A file or folder at the path of a generated file. */
export const outputForeign: DiagnosticType<{ default: void; folder: void }> = defineError(
  'output-foreign',
  {
    default: () => 'a generated file would replace this file, which no previous run wrote',
    folder: () => 'a generated file would replace this folder, which contains other files',
  },
);

/** The files of a package, and their inputs. */
export interface Output {
  readonly location: OutputLocation;
  readonly files: readonly OutputFile[];
  /** Absolute paths of all files that were read. */
  readonly inputs: readonly string[];
  /** The name lock. It is next to the output folder and is an input of the next run. */
  readonly lock?: OutputFile;
  readonly made: Pick<Manifest, 'generator' | 'settings' | 'warnings'>;
}

/** An output that was compared with the disk and can be written. */
export interface PreparedOutput {
  readonly changes: Changes;
  /** True if the manifest differs. It does whenever any file differs. */
  readonly manifestChanged: boolean;
  /** Path of the name lock if it differs. */
  readonly lockChanged?: string;
  /** Writes the changes. Afterwards the folder is exactly as planned. Throws the errors of the host. */
  commit(): void;
}

/**
 * Compares an output with its folder, without writing. `keep` refuses to overwrite or remove files that the last run did not write.
 * `overwrite` allows it, as the user requested.
 */
export function prepareOutput(
  host: Host,
  output: Output,
  policy: 'keep' | 'overwrite',
): Checked<PreparedOutput> {
  const reporter = createReporter();
  const { location, files, inputs, lock } = output;
  const { out } = location;
  checkOutputFiles(
    host,
    location,
    files.map(({ path }) => path),
    inputs,
    reporter,
  );
  if (lock !== undefined && !isDirectPath(host, lock.path)) {
    reporter.report(outputSymlink.default(), fileOrigin(host.cwd, lock.path), {
      hint: 'replace the link by a file; the generator writes nothing through links',
    });
  }
  const manifest = readManifest(host, out);
  if (manifest === 'unreadable' && policy === 'keep') {
    reporter.report(outputManifest.default(), fileOrigin(host.cwd, joinPath(out, manifestName)), {
      hint: 'restore it from version control, or run again with --force to write a new one',
    });
  }
  const previous = manifest === 'unreadable' ? undefined : manifest;
  if (reporter.diagnostics.length > 0)
    return { value: undefined, diagnostics: reporter.diagnostics };
  const changes = compareOutput(host, out, files, previous);
  const outputPaths = new Set([
    ...(previous?.outputs.keys() ?? []),
    ...files.map(({ path }) => path),
  ]);
  for (const [planned, existing] of caseVariants(
    host,
    out,
    files.map(({ path }) => path),
    outputPaths,
  )) {
    reporter.report(
      outputCase.existing({ planned }),
      fileOrigin(host.cwd, joinPath(out, existing)),
      {
        hint: 'rename or remove it',
      },
    );
  }
  const blocking = changes.conflicts.filter(({ kind }) => policy === 'keep' || kind === 'folder');
  for (const obstacle of blocking) reportConflict(reporter, host, out, obstacle);
  const manifestText = formatManifest(createManifest(host, output, changes.digests));
  const manifestBytes = host.read(joinPath(out, manifestName));
  const manifestChanged =
    manifestBytes === undefined || digest(manifestBytes) !== digest(manifestText);
  const isUnchanged =
    changes.writes.length === 0 && changes.removes.length === 0 && !manifestChanged;
  const isLockChanged = lock !== undefined && !hasContent(host, lock);
  const commit = (): void => {
    if (!isUnchanged) applyChanges(host, out, changes, manifestText);
    // If the run is interrupted here, the next run writes the lock.
    if (isLockChanged) host.write(lock.path, new TextEncoder().encode(lock.text));
  };
  return {
    value: {
      changes,
      manifestChanged,
      commit,
      ...(isLockChanged && { lockChanged: lock.path }),
    },
    diagnostics: reporter.diagnostics,
  };
}

/** True if no symbolic link leads to another path. */
function isDirectPath(host: Host, path: string): boolean {
  return host.realPath(path) === joinPath(host.realPath(folderOf(path)), baseName(path));
}

function hasContent(host: Host, { path, text }: OutputFile): boolean {
  const bytes = host.read(path);
  return bytes !== undefined && digest(bytes) === digest(text);
}

function createManifest(
  host: Host,
  { location: place, inputs, lock, made }: Output,
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

const conflictMessages: Readonly<
  Record<OutputConflict['kind'], { sentence: Sentence; hint: string }>
> = {
  edited: {
    sentence: outputEdited.default(),
    hint: 'restore it from version control, or run again with --force to overwrite it',
  },
  'edited-stale': {
    sentence: outputEdited.stale(),
    hint: 'move it out of the output folder or remove it, or run again with --force to remove it',
  },
  foreign: {
    sentence: outputForeign.default(),
    hint: 'move it away, or run again with --force to overwrite it',
  },
  folder: {
    sentence: outputForeign.folder(),
    hint: 'move it away',
  },
};

function reportConflict(
  reporter: Reporter,
  host: Host,
  out: string,
  { path, kind }: OutputConflict,
): void {
  const { sentence, hint } = conflictMessages[kind];
  reporter.report(sentence, fileOrigin(host.cwd, joinPath(out, path)), { hint });
}
