import { isUrl } from '../core/address.js';
import type { Checked, Diagnostic } from '../core/diagnostic.js';
import { createDiagnostic, hasErrors } from '../core/diagnostic.js';
import type { Host, Repository } from '../core/host.js';
import { absolutePath, folderOf, joinPath } from '../core/path.js';
import { releaseRepository } from '../release/problems.js';
import { highest, tagOf, versionOfTag } from '../release/next-version.js';
import { fileOrigin } from '../write/file-text.js';
import { readManifest } from '../write/manifest.js';
import { readPackageState, type PackageState } from './compare-packages.js';
import { unknownRevision } from './compare-versions.js';
import { packageJobs, type PackageJob } from './package-job.js';
import { isPublishedPackage, readPublishedPackage } from './published-package.js';

/** Versions of a package by the tags of the repository. */
export interface ReleasedVersions {
  /** Those that the current commit includes. */
  readonly included: readonly string[];
  readonly all: readonly string[];
}

/** What was released before. */
export interface LastRelease {
  readonly version: string;
  /** Before paths of its descriptions: the tag with a colon. */
  readonly prefix: string;
  readonly state: PackageState;
  /** Version of the generator that wrote it, and its files. Absent if they are not known. */
  readonly generator?: string;
  readonly files?: readonly { readonly path: string; readonly text: string }[];
}

/** Versions that were released, by the tags of the repository. */
export function releasedVersions(name: string, repository: Repository): ReleasedVersions {
  const [included, all] = (['included', 'all'] as const).map((which) =>
    repository.tags(which).flatMap((tag) => versionOfTag(tag, name) ?? []),
  );
  return { included: included ?? [], all: all ?? [] };
}

/** The released state that a package is compared with. */
export interface Baseline {
  readonly job: PackageJob;
  readonly config: string;
  readonly repository: Repository;
  readonly versions: ReleasedVersions;
  /** A revision, or a published package. Default: the last release that is no prerelease. */
  readonly from?: string | undefined;
  /** True if the changelog lists releases. */
  readonly hasReleases: boolean;
}

/** Reads the last release of a package. `value` is absent without diagnostics if there is none. */
export async function readLastRelease(
  baseline: Baseline,
  host: Host,
): Promise<Checked<LastRelease>> {
  const { job, repository, versions, from } = baseline;
  if (from !== undefined)
    return isPublishedPackage(from, host)
      ? readPublished(from, job, host)
      : readTagged(from, `${from}:`, baseline, host);
  const version = highest(versions.included, 'stable');
  if (version !== undefined) {
    const tag = tagOf(job.name, version);
    return readTagged(`refs/tags/${tag}`, `${tag}:`, baseline, host);
  }
  const { name } = job;
  const origin = fileOrigin(host.cwd, absolutePath(host.cwd, baseline.config));
  const fail = (
    sentence: ReturnType<typeof releaseRepository.git>,
    hint: string,
  ): Checked<LastRelease> => ({
    value: undefined,
    diagnostics: [createDiagnostic(sentence, origin, { hint })],
  });
  const elsewhere = highest(versions.all, 'stable');
  if (elsewhere !== undefined && !repository.isShallow())
    return fail(
      releaseRepository.other({ name, tag: tagOf(name, elsewhere) }),
      'merge that branch, or name the released state with --from',
    );
  if (versions.included.length > 0) return { value: undefined, diagnostics: [] };
  // The commits between the tag and this one may only be absent.
  if (repository.isShallow())
    return fail(releaseRepository.shallow({ name }), 'run: git fetch --tags --unshallow');
  if (baseline.hasReleases)
    return fail(
      releaseRepository.untagged({ name }),
      'run "git fetch --tags", or name the released state with --from, such as a commit or the folder of the published package',
    );
  return { value: undefined, diagnostics: [] };
}

async function readTagged(
  revision: string,
  prefix: string,
  { job, config }: Baseline,
  host: Host,
): Promise<Checked<LastRelease>> {
  const found = await host.revision?.(revision);
  if (found?.ok !== true)
    return {
      value: undefined,
      diagnostics: [
        createDiagnostic(
          unknownRevision.default({ name: revision }),
          fileOrigin(host.cwd, absolutePath(host.cwd, config)),
          { hint: 'name a branch, a tag, a commit, or a package: its folder or its tarball' },
        ),
      ],
    };
  const cwd = host.realPath(host.cwd);
  const hostAt = (folder: string): Host => ({
    ...host,
    ...found.files,
    cwd: folder,
    realPath: (path) => path,
  });
  const known = await jobAt(job.name, config, foldersAbove(cwd, found.files.root), hostAt);
  const old = hostAt(known?.folder ?? cwd);
  const own = known?.job ?? relocated(job, host.cwd, cwd);
  const { value: state, diagnostics } = await readPackageState(own, old);
  if (state === undefined) return { value: undefined, diagnostics: prefixed(diagnostics, prefix) };
  const manifest = readManifest(old, own.location.out);
  const outputs = typeof manifest === 'object' ? manifest : undefined;
  const texts = [...(outputs?.outputs.keys() ?? [])].flatMap((path) => {
    const bytes = old.read(joinPath(own.location.out, path));
    return bytes === undefined ? [] : [{ path, text: new TextDecoder().decode(bytes) }];
  });
  return {
    value: {
      version: state.plan.package.version,
      prefix,
      state,
      ...(outputs !== undefined && { generator: outputs.generator, files: texts }),
    },
    diagnostics: [],
  };
}

/** The job of a package in a config file of a revision. The file may have been in a folder above, before the project moved. */
async function jobAt(
  name: string,
  config: string,
  folders: readonly string[],
  hostAt: (folder: string) => Host,
): Promise<{ readonly job: PackageJob; readonly folder: string } | undefined> {
  for (const folder of folders) {
    const { value } = await packageJobs({ config }, hostAt(folder));
    const job = value?.find((each) => each.name === name);
    if (job !== undefined) return { job, folder };
  }
  return undefined;
}

/** A folder and those that contain it, up to the root of the repository. */
function foldersAbove(folder: string, root: string): readonly string[] {
  const above = folderOf(folder);
  return folder === root || above === folder ? [folder] : [folder, ...foldersAbove(above, root)];
}

/** The job in the real folder, whose paths git knows. */
function relocated(job: PackageJob, from: string, to: string): PackageJob {
  const move = (path: string): string =>
    path.startsWith(`${from}/`) ? to + path.slice(from.length) : path;
  const { location } = job;
  return {
    ...job,
    overlays: job.overlays.map(move),
    location: {
      ...location,
      out: move(location.out),
      root: location.root === from ? to : move(location.root),
      documents: location.documents.map(move),
    },
  };
}

/** Diagnostics about an old description, which say of which revision it is. */
function prefixed(diagnostics: readonly Diagnostic[], prefix: string): readonly Diagnostic[] {
  return diagnostics
    .filter(({ severity }) => severity === 'error')
    .map((each) => ({ ...each, message: `${prefix} ${each.message}` }));
}

/**
 * What each package is compared with: a published package stands for the package of its name. If none has it, for all of them, because one may
 * have been renamed.
 */
export async function baselinesOf(
  from: string | undefined,
  jobs: readonly PackageJob[],
  host: Host,
): Promise<(job: PackageJob) => string | undefined> {
  if (from === undefined || !isPublishedPackage(from, host)) return () => from;
  const { value } = await readPublishedPackage(from, host);
  const isOfOne = jobs.some(({ name }) => name === value?.name);
  return ({ name }) => (isOfOne && name !== value?.name ? undefined : from);
}

async function readPublished(
  from: string,
  job: PackageJob,
  host: Host,
): Promise<Checked<LastRelease>> {
  const { value: published, diagnostics } = await readPublishedPackage(from, host);
  if (published === undefined) return { value: undefined, diagnostics };
  const { overlays: _overlays, ...request } = job.request;
  const { hooks: _hooks, ...rest } = job;
  const documents = published.documents.map((each) =>
    isUrl(each) ? each : absolutePath(published.host.cwd, each),
  );
  const old: PackageJob = {
    ...rest,
    request,
    overlays: [],
    allowRefs: ['/', 'https://**', 'http://**'],
    location: { ...job.location, root: published.host.cwd, documents },
  };
  const { version } = published;
  const read = await readPackageState(old, published.host, published.remote);
  const prefix = `${published.name}@${version}:`;
  if (read.value === undefined || hasErrors(read.diagnostics))
    return { value: undefined, diagnostics: prefixed(read.diagnostics, prefix) };
  return { value: { version, prefix, state: read.value }, diagnostics: [] };
}
