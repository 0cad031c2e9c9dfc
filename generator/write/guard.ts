import { isUrl } from '../core/address.js';
import type { Reporter } from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import { folderOf, isInside, joinPath } from '../core/path.js';
import { fileOrigin } from './file-text.js';
import { createListing } from './listing.js';
import { foldCase, caseCollisions, refusalOf } from './output-path.js';
import { manifestName } from './manifest-name.js';

/** Where a package goes and what it is made from, all absolute. */
export interface Place {
  readonly out: string;
  /** The folder that the run belongs to: the config's, or the working directory. */
  readonly root: string;
  /** The documents that were named: paths, and addresses of the network. */
  readonly documents: readonly string[];
  /** Whether a file chose the place, and not a person at a prompt. */
  readonly configured: boolean;
}

/** Refuses an output folder that would mix with what it is made from, before anything is read. */
export function guardPlace(host: Host, place: Place, report: Reporter): void {
  const { out, root, configured } = place;
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
  for (const document of place.documents.filter((each) => !isUrl(each))) {
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

/** Refuses files that would be read as input, leave the folder, follow a link or fall on one another. */
export function guardFiles(
  host: Host,
  place: Place,
  paths: readonly string[],
  inputs: readonly string[],
  report: Reporter,
): void {
  const { out } = place;
  const at = (path: string): ReturnType<typeof fileOrigin> =>
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
    const refusal = refusalOf(path);
    if (refusal !== undefined) {
      report.error(
        'output-path',
        fileOrigin(host.cwd, out),
        `the output can not hold a file "${path}": ${refusal}`,
      );
    }
    return refusal === undefined;
  });
  for (const [first, second] of caseCollisions(safe)) {
    report.error(
      'output-case',
      at(second),
      `"${second}" and "${first}" are one file where case does not count`,
    );
  }
  const there = createListing(host, out);
  const straight = new Set<string>([out]);
  for (const path of [...safe, manifestName]) {
    const place = joinPath(out, path);
    // What is not there leads nowhere but where its folder does.
    if (!there.has(place) && straight.has(folderOf(place))) continue;
    if (host.realPath(place) === joinPath(real, path)) straight.add(folderOf(place));
    else {
      report.error('output-symlink', at(path), 'the path leads through a symbolic link', {
        hint: 'replace the link by a folder or a file; the generator writes nothing through links',
      });
    }
  }
}

/** Files of somebody else whose name differs from one of ours only by case. */
export function foreignTwins(
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
  return [...byFolder].flatMap(([folder, ours]) => {
    const wanted = new Map(ours.map((path) => [foldCase(path), path]));
    return (host.list(folder === '' ? out : joinPath(out, folder)) ?? []).flatMap((name) => {
      const theirs = folder === '' ? name : `${folder}/${name}`;
      const twin = wanted.get(foldCase(theirs));
      return twin === undefined || twin === theirs || known.has(theirs)
        ? []
        : [[twin, theirs] as const];
    });
  });
}
