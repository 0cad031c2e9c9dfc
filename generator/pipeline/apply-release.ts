import { createDiagnostic, hasErrors, type Diagnostic } from '../core/diagnostic.js';
import { RepositoryError, type Host, type Repository } from '../core/host.js';
import { absolutePath, folderOf, isInside, relativePath } from '../core/path.js';
import { releaseRepository } from '../release/problems.js';
import { fileOrigin } from '../write/file-text.js';
import { runPipeline } from './generate.js';
import { nameLockPath } from './name-lock-file.js';
import { packageJobs, type PackageJob } from './package-job.js';
import { completedRun, recoverOutput } from './package-run.js';
import { openRemoteAccess } from './remote-access.js';
import { noMemory } from './run-memory.js';

/** What a release writes, commits and tags. */
export interface ReleaseSteps {
  readonly config: string;
  /** Texts of the config file and the changelogs. Paths are relative to the working directory. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly packages: readonly {
    readonly name: string;
    readonly out: string;
    readonly version: string;
    readonly tag: string;
    readonly section: string;
  }[];
}

/** A release that has begun, as it is stored in the data folder of the repository until all steps are done. */
interface StartedRelease extends ReleaseSteps {
  /** The commit before the release. */
  readonly head: string;
}

const dataFile = 'tallystick-release.json';

/**
 * Writes the files of a release, commits them and tags the commit. The steps are stored first, so that a release that is interrupted is
 * completed by the next one.
 */
export async function applyRelease(
  steps: ReleaseSteps,
  host: Host,
  repository: Repository,
): Promise<readonly Diagnostic[]> {
  const file = repository.dataFile(dataFile);
  const head = repository.head() ?? '';
  const started = readStarted(host, repository) ?? { ...steps, head };
  host.write(file, new TextEncoder().encode(`${JSON.stringify(started)}\n`));
  try {
    // Otherwise, the interrupted release was committed already.
    if (started.head === head) {
      const diagnostics = await writeRelease(steps, host, repository);
      if (hasErrors(diagnostics)) return diagnostics;
    }
    const tags = repository.tags('all');
    for (const { tag, section } of steps.packages)
      if (!tags.includes(tag)) repository.tag(tag, `${tag}\n\n${section}\n`);
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error;
    return [
      createDiagnostic(
        releaseRepository.refused({ message: error.message }),
        fileOrigin(host.cwd, absolutePath(host.cwd, steps.config)),
        { hint: 'remove the cause, and run the command again: it completes the release' },
      ),
    ];
  }
  host.remove(file);
  return [];
}

async function writeRelease(
  { config, files, packages }: ReleaseSteps,
  host: Host,
  repository: Repository,
): Promise<readonly Diagnostic[]> {
  for (const { path, text } of files) {
    const absolute = absolutePath(host.cwd, path);
    host.makeFolder(folderOf(absolute));
    host.write(absolute, new TextEncoder().encode(text));
  }
  const jobs = await packageJobs({ config }, host);
  if (jobs.value === undefined) return jobs.diagnostics;
  const access = await openRemoteAccess(jobs.value, host, { fetch: false, update: false });
  const released = access.jobs.filter((job) => packages.some(({ name }) => name === job.name));
  const runs = [];
  for (const job of released) {
    const problems = recoverOutput(job, access.host, {});
    if (hasErrors(problems)) return problems;
    const output = await runPipeline(job, access.host, { progress: () => {}, memory: noMemory });
    const run = completedRun(job, access.host, {}, output);
    if (hasErrors(run.diagnostics)) return run.diagnostics;
    runs.push(run);
  }
  for (const run of runs) run.commit();
  const paths = pathsOf(config, released, host).filter(
    (path) => host.read(path) !== undefined || host.list(path) !== undefined,
  );
  const real = paths.map((path) => host.realPath(path));
  const changed = (['known', 'new'] as const).flatMap((which) => repository.changedFiles(which));
  if (changed.some((path) => real.some((each) => isInside(each, path) || each === path)))
    repository.commit(real, messageOf(packages));
  return [];
}

/** Files and folders that a release changes. */
function pathsOf(config: string, jobs: readonly PackageJob[], host: Host): readonly string[] {
  return [
    absolutePath(host.cwd, config),
    ...jobs.flatMap((job) => [job.location.out, nameLockPath(job)]),
  ];
}

function messageOf(packages: ReleaseSteps['packages']): string {
  const [first, ...others] = packages;
  if (first !== undefined && others.length === 0) return `Release ${first.name} ${first.version}`;
  const list = packages.map(({ name, version }) => `- ${name} ${version}`).join('\n');
  return `Release ${packages.length} packages\n\n${list}`;
}

/** A release that was interrupted, and the reason why it cannot be completed now. `undefined` if there is none. */
export function interruptedRelease(
  host: Host,
  repository: Repository,
): { readonly steps: ReleaseSteps; readonly diagnostics: readonly Diagnostic[] } | undefined {
  const started = readStarted(host, repository);
  if (started === undefined) return undefined;
  const { config, packages, files } = started;
  const own = [
    absolutePath(host.cwd, config),
    ...packages.flatMap(({ out }) => [
      absolutePath(host.cwd, out),
      `${absolutePath(host.cwd, out)}.names.json`,
    ]),
  ].map((path) => host.realPath(path));
  const changed = repository.changedFiles('known');
  const foreign = changed.filter(
    (path) => !own.some((each) => each === path || isInside(each, path)),
  );
  const isCommitted =
    started.head !== repository.head() &&
    changed.length === 0 &&
    files.every(({ path, text }) => textAt(host, path) === text);
  if (started.head !== repository.head() && !isCommitted) {
    // Somebody has gone on without it, so that it says nothing about the current commit.
    host.remove(repository.dataFile(dataFile));
    return undefined;
  }
  if (foreign.length === 0) return { steps: started, diagnostics: [] };
  const origin = fileOrigin(host.cwd, absolutePath(host.cwd, config));
  const names = foreign.map((path) => `"${relativePath(host.realPath(host.cwd), path)}"`);
  return {
    steps: started,
    diagnostics: [
      createDiagnostic(releaseRepository.changed({ files: names.join(', ') }), origin, {
        hint: 'a release was interrupted: put them aside with "git stash", and run the command again to complete it',
      }),
    ],
  };
}

function readStarted(host: Host, repository: Repository): StartedRelease | undefined {
  const text = textAt(host, repository.dataFile(dataFile));
  if (text === undefined) return undefined;
  try {
    // Written by this file, and whole if it can be parsed.
    return JSON.parse(text) as StartedRelease;
  } catch {
    return undefined;
  }
}

function textAt(host: Host, path: string): string | undefined {
  const bytes = host.read(absolutePath(host.cwd, path));
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}
