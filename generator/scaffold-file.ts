import { createReporter, hasErrors, type Checked } from './core/diagnostic.js';
import type { Host } from './core/host.js';
import { absolutePath, isInside } from './core/path.js';
import { fileOrigin } from './write/file-text.js';
import { jobsOf } from './jobs.js';
import { reachOut, toLookAt } from './reach-out.js';
import type { ConfigRequest, PackageRequest } from './request.js';
import type { Scaffolded } from './scaffold/scaffold.js';

/**
 * Writes a person's server file, or adds to it the handlers that it does not have. The request says which package's
 * server it is; nothing of that package is written.
 */
export async function scaffoldFile(
  file: string,
  request: PackageRequest | ConfigRequest,
  host: Host,
): Promise<Checked<Scaffolded>> {
  const report = createReporter();
  const path = absolutePath(host.cwd, file);
  const origin = fileOrigin(host.cwd, path);
  const refuse = (message: string, hint: string): Checked<Scaffolded> => {
    report.error('scaffold-target', origin, message, { hint });
    return { value: undefined, diagnostics: report.diagnostics };
  };
  const jobs = await jobsOf(request, host);
  const [job, ...more] = jobs.value ?? [];
  if (job === undefined) return { value: undefined, diagnostics: jobs.diagnostics };
  if (more.length > 0)
    return refuse(
      'the config file lists several packages',
      'name the document of the one that is meant: tallystick scaffold src/server.ts openapi.yaml',
    );
  if (!/(?<!\.d)\.m?ts$/u.test(path))
    return refuse('this is no file of TypeScript', 'a server file ends in ".ts" or ".mts"');
  if (isInside(job.place.out, path))
    return refuse(
      'the file lies in the output folder, all of which is written by tallystick',
      'choose a place of your own',
    );
  if (host.list(path) !== undefined) return refuse('this is a folder', 'name a file');
  const { understandAll } = await import('./understand.js');
  const [reaching = job] = (await reachOut([job], host, toLookAt([job]))).jobs;
  const understood = await understandAll(reaching, host);
  const said = [...jobs.diagnostics, ...understood.diagnostics];
  if (understood.value === undefined || hasErrors(said))
    return { value: undefined, diagnostics: said };
  const [{ planJob }, { readLock }, { targetsOf }, { scaffold }] = await Promise.all([
    import('./express.js'),
    import('./name-lock-file.js'),
    import('./scaffold/target.js'),
    import('./scaffold/scaffold.js'),
  ]);
  const { value: plan, diagnostics } = planJob(
    job,
    understood.value.api,
    host,
    readLock(job, host).value,
  );
  if (plan === undefined || hasErrors(diagnostics))
    return { value: undefined, diagnostics: [...said, ...diagnostics] };
  const [target, ...others] = targetsOf(plan, job.place.out, path);
  if (target === undefined)
    return refuse(
      'the description has no operations and no webhooks that handlers answer',
      plan.feeds.length > 0 || plan.fix !== undefined
        ? 'what answers a feed or a session is given to its server: see docs/guide/feeds.md'
        : 'name another one',
    );
  const done = await scaffold([target, ...others], path, host);
  const { value } = done;
  if (value !== undefined && (value.isNew || value.added.length > 0)) {
    host.makeFolder(path.slice(0, path.lastIndexOf('/')));
    host.write(path, new TextEncoder().encode(value.text));
  }
  return done;
}
