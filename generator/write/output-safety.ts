import { isUrl } from '../core/address.js';
import { defineError, type DiagnosticType, type Reporter } from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import { folderOf, isInside, joinPath } from '../core/path.js';
import { fileOrigin } from './file-text.js';
import { createFolderIndex } from './folder-index.js';
import { foldCase, caseCollisions, unsafePathReason } from './output-path.js';
import { manifestName } from './manifest-name.js';

/** An output folder that contains its inputs. */
export const outputInDocuments: DiagnosticType<{ default: void; input: void }> = defineError(
  'output-in-documents',
  {
    default: () => 'the output folder contains the document that it is generated from',
    input: () => 'this input is in the output folder',
  },
);

/** An output folder that is a file. */
export const outputNotAFolder: DiagnosticType<{ default: void }> = defineError(
  'output-not-a-folder',
  { default: () => 'the output folder is a file' },
);

/** An output folder that a config file must not name. */
export const outputOutside: DiagnosticType<{ default: void }> = defineError('output-outside', {
  default: () => 'the output folder is outside the folder of the config file',
});

/** A file name that is not safe on every system. */
export const outputPath: DiagnosticType<{ default: { path: string; reason: string } }> =
  defineError('output-path', {
    default: ({ path, reason }) => `the output cannot contain a file "${path}": ${reason}`,
  });

/** The output folder and the documents of a package. All paths are absolute. */
export interface OutputLocation {
  readonly out: string;
  /** The folder of the config file, or the working directory. */
  readonly root: string;
  /** The entry documents: paths and URLs. */
  readonly documents: readonly string[];
  /** True if the output folder comes from a config file instead of the command line. */
  readonly configured: boolean;
}

/** Reports an output folder that contains its own inputs or is not allowed. Called before anything is read. */
export function checkOutputFolder(host: Host, location: OutputLocation, reporter: Reporter): void {
  const { out, root, configured } = location;
  const origin = fileOrigin(host.cwd, out);
  const real = host.realPath(out);
  if (configured && !isInside(host.realPath(root), real)) {
    reporter.report(outputOutside.default(), origin, {
      hint: 'name a folder below the config file, or name it on the command line with --out',
    });
  }
  for (const document of location.documents.filter((each) => !isUrl(each))) {
    const folder = folderOf(host.realPath(document));
    if (isInside(real, folder)) {
      reporter.report(outputInDocuments.default(), origin, {
        hint: 'choose a separate folder for the output',
      });
    }
  }
  if (host.read(out) !== undefined) {
    reporter.report(outputNotAFolder.default(), origin);
  }
}

/** Reports output files that are inputs, leave the folder, follow a symbolic link, or collide. */
export function checkOutputFiles(
  host: Host,
  location: OutputLocation,
  paths: readonly string[],
  inputs: readonly string[],
  reporter: Reporter,
): void {
  const { out } = location;
  const originOf = (path: string): ReturnType<typeof fileOrigin> =>
    fileOrigin(host.cwd, joinPath(out, path));
  const real = host.realPath(out);
  for (const input of inputs) {
    if (isInside(real, host.realPath(input))) {
      reporter.report(outputInDocuments.input(), fileOrigin(host.cwd, input));
    }
  }
  const safe = paths.filter((path) => {
    const reason = unsafePathReason(path);
    if (reason !== undefined) {
      reporter.report(outputPath.default({ path, reason }), fileOrigin(host.cwd, out));
    }
    return reason === undefined;
  });
  for (const [first, second] of caseCollisions(safe)) {
    reporter.report(outputCase.planned({ first, second }), originOf(second));
  }
  const existing = createFolderIndex(host, out);
  const directPaths = new Set<string>([out]);
  for (const path of [...safe, manifestName]) {
    const target = joinPath(out, path);
    // A path that does not exist is not a link if its folder is not one.
    if (!existing.has(target) && directPaths.has(folderOf(target))) continue;
    if (host.realPath(target) === joinPath(real, path)) directPaths.add(folderOf(target));
    else {
      reporter.report(outputSymlink.default(), originOf(path), {
        hint: 'replace the link by a folder or a file; the generator writes nothing through links',
      });
    }
  }
}

/** Existing files whose names differ from output files only in case. */
export function caseVariants(
  host: Host,
  out: string,
  paths: readonly string[],
  known: ReadonlySet<string>,
): readonly (readonly [ours: string, theirs: string])[] {
  const byFolder = new Map<string, string[]>();
  for (const path of paths) {
    const folder = path.includes('/') ? folderOf(path) : '';
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), path]);
  }
  return [...byFolder].flatMap(([folder, planned]) => {
    const wanted = new Map(planned.map((path) => [foldCase(path), path]));
    return (host.list(folder === '' ? out : joinPath(out, folder)) ?? []).flatMap((name) => {
      const existing = folder === '' ? name : `${folder}/${name}`;
      const match = wanted.get(foldCase(existing));
      return match === undefined || match === existing || known.has(existing)
        ? []
        : [[match, existing] as const];
    });
  });
}

/** Files that are the same file on a disk that ignores case. */
export const outputCase: DiagnosticType<{
  existing: { planned: string };
  planned: { first: string; second: string };
}> = defineError('output-case', {
  existing: ({ planned }) =>
    `this is the same file as "${planned}" on a disk that ignores upper and lower case`,
  planned: ({ first, second }) =>
    `"${second}" and "${first}" are the same file on a disk that ignores upper and lower case`,
});

/** A path that leads through a symbolic link. */
export const outputSymlink: DiagnosticType<{ default: void }> = defineError('output-symlink', {
  default: () => 'the path leads through a symbolic link',
});
