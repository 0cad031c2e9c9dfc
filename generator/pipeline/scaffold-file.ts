import { createDiagnostic, defineError, hasErrors } from '../core/diagnostic.js';
import type { Checked, DiagnosticType, Sentence } from '../core/diagnostic.js';
import { feedsOf } from '../emitters/feeds/plan.js';
import { fixKey } from '../emitters/fix/plan.js';
import type { Host } from '../core/host.js';
import { absolutePath, isInside } from '../core/path.js';
import { fileOrigin } from '../write/file-text.js';
import { packageJobs } from './package-job.js';
import { openRemoteAccess, readOnlyAccess } from './remote-access.js';
import type { ConfigRequest, PackageRequest } from './request.js';
import type { ScaffoldResult } from '../scaffold/scaffold.js';

/** A server file that cannot be written, or a package that is not identified. */
export const scaffoldTarget: DiagnosticType<{
  empty: void;
  extension: void;
  folder: void;
  output: void;
  packages: void;
}> = defineError('scaffold-target', {
  empty: () => 'the description has no operations and no webhooks for handlers',
  extension: () => 'this is not a TypeScript file',
  folder: () => 'this is a folder',
  output: () => 'the file is in the output folder, which contains generated files only',
  packages: () => 'the config file lists several packages',
});

/**
 * Writes a server file, or adds the missing handlers to an existing one. The request identifies the package of the server, which is not
 * written itself.
 */
export async function scaffoldFile(
  file: string,
  request: PackageRequest | ConfigRequest,
  host: Host,
): Promise<Checked<ScaffoldResult>> {
  const path = absolutePath(host.cwd, file);
  const origin = fileOrigin(host.cwd, path);
  const refuse = (sentence: Sentence, hint: string): Checked<ScaffoldResult> => ({
    value: undefined,
    diagnostics: [createDiagnostic(sentence, origin, { hint })],
  });
  const jobs = await packageJobs(request, host);
  const [job, ...more] = jobs.value ?? [];
  if (job === undefined) return { value: undefined, diagnostics: jobs.diagnostics };
  if (more.length > 0)
    return refuse(
      scaffoldTarget.packages(),
      'name the document of the package: tallystick scaffold src/server.ts openapi.yaml',
    );
  if (!/(?<!\.d)\.m?ts$/u.test(path))
    return refuse(scaffoldTarget.extension(), 'a server file ends in ".ts" or ".mts"');
  if (isInside(job.location.out, path))
    return refuse(scaffoldTarget.output(), 'choose a path outside the output folder');
  if (host.list(path) !== undefined) return refuse(scaffoldTarget.folder(), 'name a file');
  const { readPackage } = await import('./read.js');
  const [jobWithAccess = job] = (await openRemoteAccess([job], host, readOnlyAccess([job]))).jobs;
  const read = await readPackage(jobWithAccess, host);
  const problems = [...jobs.diagnostics, ...read.diagnostics];
  if (read.value === undefined || hasErrors(problems))
    return { value: undefined, diagnostics: problems };
  const [
    { planJob },
    { runtimeCopies },
    { selectEmitters },
    { readNameLock },
    { targetsOf },
    { scaffold },
  ] = await Promise.all([
    import('./render.js'),
    import('./inline-runtime.js'),
    import('./select-emitters.js'),
    import('./name-lock-file.js'),
    import('../scaffold/target.js'),
    import('../scaffold/scaffold.js'),
  ]);
  const { value: plan, diagnostics } = planJob(
    job,
    read.value.api,
    host,
    (await selectEmitters(job, host)).value?.emitters ?? [],
    { lock: readNameLock(job, host).value, ...(await runtimeCopies(job)) },
  );
  if (plan === undefined || hasErrors(diagnostics))
    return { value: undefined, diagnostics: [...problems, ...diagnostics] };
  const [target, ...others] = targetsOf(plan, job.location.out, path);
  if (target === undefined)
    return refuse(
      scaffoldTarget.empty(),
      feedsOf(plan).length > 0 || plan.partOf(fixKey) !== undefined
        ? 'the server of a feed or a session takes its handlers as arguments: see docs/guide/feeds.md'
        : 'name another description',
    );
  const scaffolded = await scaffold([target, ...others], path, host);
  const { value } = scaffolded;
  if (value !== undefined && (value.isNew || value.added.length > 0)) {
    host.makeFolder(path.slice(0, path.lastIndexOf('/')));
    host.write(path, new TextEncoder().encode(value.text));
  }
  return scaffolded;
}
