import type { Reporter } from '../core/diagnostic.js';
import type { Host, Repository } from '../core/host.js';
import type { Origin } from '../core/origin.js';
import { absolutePath, isInside, relativePath } from '../core/path.js';
import { releaseRepository } from '../release/problems.js';
import { fileOrigin } from '../write/file-text.js';
import type { PackageJob } from './package-job.js';
import type { ReleaseRequest } from './release.js';

/** Opens the repository of the project. Reports one in which nothing can be released. */
export async function openRepository(
  host: Host,
  origin: Origin,
  reporter: Reporter,
): Promise<Repository | undefined> {
  const opened = await host.repository?.();
  if (opened === undefined) reporter.report(releaseRepository.host(), origin);
  else if (!opened.ok)
    reporter.report(
      opened.reason === 'no-git' ? releaseRepository.git() : releaseRepository.none(),
      origin,
      {
        hint: opened.reason === 'no-git' ? 'install git' : 'run "git init", and commit your files',
      },
    );
  else if (opened.repository.head() === undefined)
    reporter.report(releaseRepository.empty(), origin, { hint: 'commit your files first' });
  else return opened.repository;
  return undefined;
}

/** Reports a working tree from which nothing can be released. */
export function checkTree(
  jobs: readonly PackageJob[],
  { request, host, repository, origin, reporter }: TreeContext,
): void {
  if (repository.branch() === undefined)
    reporter.report(releaseRepository.detached(), origin, {
      hint: 'check out a branch: git switch main',
    });
  const outs = jobs.map(({ location }) => host.realPath(location.out));
  const config = host.realPath(absolutePath(host.cwd, request.config));
  const changed = [
    ...repository.changedFiles('known'),
    ...repository
      .changedFiles('new')
      .filter((path) => path === config || outs.some((out) => isInside(out, path))),
  ];
  if (changed.length > 0)
    reporter.report(
      releaseRepository.changed({
        files: listOf(changed.map((each) => relativePath(host.realPath(host.cwd), each))),
      }),
      origin,
      { hint: 'commit them, or put them aside with "git stash"' },
    );
  for (const { location } of jobs)
    if (repository.isIgnored(host.realPath(location.out)))
      reporter.report(releaseRepository.ignored(), fileOrigin(host.cwd, location.out), {
        hint: 'remove it from .gitignore, and commit the generated files',
      });
}

function listOf(paths: readonly string[]): string {
  const rest = paths.length - 3;
  const shown = paths.slice(0, 3).map((path) => `"${path}"`);
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ');
}

interface TreeContext {
  readonly request: ReleaseRequest;
  readonly host: Host;
  readonly repository: Repository;
  /** Origin of what is not about a file. */
  readonly origin: Origin;
  readonly reporter: Reporter;
}
