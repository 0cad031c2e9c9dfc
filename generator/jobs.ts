import { createReporter, hasErrors, type Checked } from './core/diagnostic.js';
import type { Host } from './core/host.js';
import { absolutePath, folderOf, isInside } from './core/path.js';
import type { GenerateRequest } from './request.js';
import { jobOf, type Job } from './run-package.js';
import { fileOrigin } from './write/file-text.js';

/** What a request asks for, one job a package. */
export async function jobsOf(
  request: GenerateRequest,
  host: Host,
): Promise<Checked<readonly Job[]>> {
  if (!('config' in request)) {
    return { value: [jobOf(request, host.cwd, false, host)], diagnostics: [] };
  }
  const { readConfig } = await import('./config/config.js');
  const path = absolutePath(host.cwd, request.config);
  const config = readConfig(path, host);
  if (config.value === undefined || hasErrors(config.diagnostics)) {
    return { value: undefined, diagnostics: config.diagnostics };
  }
  const report = createReporter();
  const jobs = config.value.packages.map((each) => jobOf(each, folderOf(path), true, host));
  jobs.forEach((job, index) => {
    const overlap = jobs
      .slice(0, index)
      .find(
        (other) =>
          isInside(other.place.out, job.place.out) || isInside(job.place.out, other.place.out),
      );
    if (overlap !== undefined) {
      report.error(
        'output-shared',
        fileOrigin(host.cwd, job.place.out),
        `two packages, "${overlap.name}" and "${job.name}", would share this folder`,
      );
    }
  });
  const wanted = request.documents?.map((document) => absolutePath(host.cwd, document));
  const chosen =
    wanted === undefined
      ? jobs
      : jobs.filter(({ place }) => place.documents.some((document) => wanted.includes(document)));
  for (const document of wanted ?? []) {
    if (!jobs.some(({ place }) => place.documents.includes(document))) {
      report.error(
        'config-document',
        fileOrigin(host.cwd, document),
        'no package of the config file is made from this document',
        {
          hint: 'add a package to the config file, or say where to write with --out',
        },
      );
    }
  }
  return { value: chosen, diagnostics: report.diagnostics };
}
