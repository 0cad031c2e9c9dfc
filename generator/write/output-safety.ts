import { isUrl } from '../core/address.js';
import type { Reporter } from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import { folderOf, isInside, joinPath } from '../core/path.js';
import { fileOrigin } from './file-text.js';
import { createFolderIndex } from './folder-index.js';
import { foldCase, caseCollisions, unsafePathReason } from './output-path.js';
import { manifestName } from './manifest-name.js';

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
export function checkOutputFolder(host: Host, location: OutputLocation, report: Reporter): void {
  const { out, root, configured } = location;
  const origin = fileOrigin(host.cwd, out);
  const real = host.realPath(out);
  if (configured && !isInside(host.realPath(root), real)) {
    report.error(
      'output-outside',
      origin,
      'the output folder lies outside the folder of the config file',
      {
        hint: 'name a folder below the config file, or give it on the command line with --out',
      },
    );
  }
  for (const document of location.documents.filter((each) => !isUrl(each))) {
    const folder = folderOf(host.realPath(document));
    if (isInside(real, folder)) {
      report.error(
        'output-in-documents',
        origin,
        'the output folder holds the document it is made from',
        {
          hint: 'choose a folder of its own for the output',
        },
      );
    }
  }
  if (host.read(out) !== undefined) {
    report.error('output-not-a-folder', origin, 'the output folder is a file');
  }
}

/** Reports output files that are inputs, leave the folder, follow a symbolic link, or collide. */
export function checkOutputFiles(
  host: Host,
  location: OutputLocation,
  paths: readonly string[],
  inputs: readonly string[],
  report: Reporter,
): void {
  const { out } = location;
  const originOf = (path: string): ReturnType<typeof fileOrigin> =>
    fileOrigin(host.cwd, joinPath(out, path));
  const real = host.realPath(out);
  for (const input of inputs) {
    if (isInside(real, host.realPath(input))) {
      report.error(
        'output-in-documents',
        fileOrigin(host.cwd, input),
        'a file that is read lies in the output folder',
      );
    }
  }
  const safe = paths.filter((path) => {
    const reason = unsafePathReason(path);
    if (reason !== undefined) {
      report.error(
        'output-path',
        fileOrigin(host.cwd, out),
        `the output can not hold a file "${path}": ${reason}`,
      );
    }
    return reason === undefined;
  });
  for (const [first, second] of caseCollisions(safe)) {
    report.error(
      'output-case',
      originOf(second),
      `"${second}" and "${first}" are one file where case does not count`,
    );
  }
  const existing = createFolderIndex(host, out);
  const directPaths = new Set<string>([out]);
  for (const path of [...safe, manifestName]) {
    const target = joinPath(out, path);
    // A path that does not exist is not a link if its folder is not one.
    if (!existing.has(target) && directPaths.has(folderOf(target))) continue;
    if (host.realPath(target) === joinPath(real, path)) directPaths.add(folderOf(target));
    else {
      report.error('output-symlink', originOf(path), 'the path leads through a symbolic link', {
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
