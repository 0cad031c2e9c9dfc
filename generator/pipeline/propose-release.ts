import { createReporter, hasErrors } from '../core/diagnostic.js';
import type { Checked, Diagnostic } from '../core/diagnostic.js';
import type { Host, Repository } from '../core/host.js';
import { absolutePath } from '../core/path.js';
import { nextVersion } from '../release/next-version.js';
import { fileOrigin } from '../write/file-text.js';
import { applyRelease, interruptedRelease, type ReleaseSteps } from './apply-release.js';
import { judgeRelease } from './judge-release.js';
import { baselinesOf } from './last-release.js';
import { packageJobs, type PackageJob } from './package-job.js';
import {
  baselineOf,
  checkVersion,
  proposePackage,
  type ReleasedPackage,
} from './propose-package.js';
import type { ReleaseCheck, ReleaseProposal, ReleaseRequest } from './release.js';
import { changedConfig } from './release-config.js';
import { checkTree, openRepository } from './release-tree.js';
import { openRemoteAccess } from './remote-access.js';

/** See `proposeRelease`. */
export async function propose(request: ReleaseRequest, host: Host): Promise<ReleaseProposal> {
  const reporter = createReporter();
  const configOrigin = fileOrigin(host.cwd, absolutePath(host.cwd, request.config));
  const repository = await openRepository(host, configOrigin, reporter);
  if (repository === undefined) return failed(reporter.diagnostics);
  const interrupted = request.dryRun === true ? undefined : interruptedRelease(host, repository);
  if (interrupted !== undefined) return continued(interrupted, host, repository);
  const jobs = await publishedJobs(request, host);
  for (const each of jobs.diagnostics) reporter.add(each);
  if (jobs.value === undefined || hasErrors(reporter.diagnostics))
    return failed(reporter.diagnostics);
  if (request.dryRun !== true)
    checkTree(jobs.value, { request, host, repository, origin: configOrigin, reporter });
  if (hasErrors(reporter.diagnostics)) return failed(reporter.diagnostics);
  const fromOf = await baselinesOf(request.from, jobs.value, host);
  const context = { request, host, repository, reporter, origin: configOrigin };
  const results: ReleasedPackage[] = [];
  const unchanged: string[] = [];
  for (const job of jobs.value) {
    const result = await proposePackage(job, withBaseline(context, fromOf(job)));
    if (result === 'unchanged') unchanged.push(job.name);
    else if (result !== undefined) results.push(result);
  }
  const configText = changedConfig(results, context);
  if (hasErrors(reporter.diagnostics)) return failed(reporter.diagnostics);
  const steps: ReleaseSteps = {
    config: request.config,
    files: [
      ...(configText === undefined ? [] : [{ path: request.config, text: configText }]),
      ...results.flatMap(({ changelog }) => changelog ?? []),
    ],
    packages: results.map(({ proposed: { name, out, version, tag, section } }) => ({
      name,
      out,
      version,
      tag,
      section,
    })),
  };
  return {
    ok: true,
    diagnostics: reporter.diagnostics,
    packages: results.map(({ proposed }) => proposed),
    unchanged,
    isContinued: false,
    files: steps.files.map(({ path }) => path),
    apply: () => applyRelease(steps, host, repository),
  };
}

/** See `checkRelease`. */
export async function check(
  request: Pick<ReleaseRequest, 'config' | 'from'>,
  host: Host,
): Promise<{
  readonly diagnostics: readonly Diagnostic[];
  readonly packages: readonly ReleaseCheck[];
}> {
  const reporter = createReporter();
  const configOrigin = fileOrigin(host.cwd, absolutePath(host.cwd, request.config));
  const repository = await openRepository(host, configOrigin, reporter);
  const packages: ReleaseCheck[] = [];
  const jobs = repository && (await publishedJobs(request, host));
  for (const each of jobs?.diagnostics ?? []) reporter.add(each);
  const fromOf = await baselinesOf(request.from, jobs?.value ?? [], host);
  for (const job of (repository && jobs?.value) ?? []) {
    if (repository === undefined) break;
    const context = withBaseline({ request, host, repository }, fromOf(job));
    const { value, diagnostics } = await judgeRelease(baselineOf(job, context), host);
    for (const each of diagnostics) reporter.add(each);
    if (value === undefined) continue;
    const { version } = value.state.plan.package;
    const { last, verdict } = value;
    packages.push({
      name: job.name,
      version,
      ...(last && { before: last.version }),
      ...(last && verdict && { needed: nextVersion(verdict, last.version) }),
    });
    if (last !== undefined && version !== last.version)
      checkVersion(version, value, configOrigin, reporter);
  }
  return { diagnostics: reporter.diagnostics, packages };
}

/** A context in which a package is compared with a state of its own. */
function withBaseline<
  Context extends { readonly request: Pick<ReleaseRequest, 'config' | 'from'> },
>(context: Context, from: string | undefined): Context {
  const { from: _from, ...request } = context.request;
  return { ...context, request: { ...request, ...(from !== undefined && { from }) } };
}

function failed(diagnostics: readonly Diagnostic[]): ReleaseProposal {
  return { ok: false, diagnostics, packages: [], unchanged: [], isContinued: false, files: [] };
}

function continued(
  { steps, diagnostics }: NonNullable<ReturnType<typeof interruptedRelease>>,
  host: Host,
  repository: Repository,
): ReleaseProposal {
  if (hasErrors(diagnostics)) return failed(diagnostics);
  return {
    ok: true,
    diagnostics,
    packages: steps.packages.map((each) => ({ ...each, isByHand: false, entries: [] })),
    unchanged: [],
    isContinued: true,
    files: steps.files.map(({ path }) => path),
    apply: () => applyRelease(steps, host, repository),
  };
}

/** Jobs of the packages that are published, or of those that are named. */
async function publishedJobs(
  { config, packages }: Pick<ReleaseRequest, 'config' | 'packages'>,
  host: Host,
): Promise<Checked<readonly PackageJob[]>> {
  const { value, diagnostics } = await packageJobs({ config }, host);
  const access = await openRemoteAccess(value ?? [], host, { fetch: false, update: false });
  const published = access.jobs.filter(({ request }) => request.package !== undefined);
  const asked = packages ?? [];
  return {
    value:
      value &&
      (asked.length === 0 ? published : published.filter(({ name }) => asked.includes(name))),
    diagnostics,
  };
}
