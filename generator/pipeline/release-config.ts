import { absolutePath } from '../core/path.js';
import { setVersion } from '../release/config-version.js';
import { releaseConfig } from '../release/problems.js';
import type { ReleaseContext, ReleasedPackage } from './propose-package.js';

/** The text of the config file with the versions of all packages. `undefined` if it has them. */
export function changedConfig(
  packages: readonly ReleasedPackage[],
  { request: { config }, host, reporter, origin }: ReleaseContext,
): string | undefined {
  const changed = packages.filter(({ job, proposed }) => job.request.version !== proposed.version);
  if (changed.length === 0) return undefined;
  let text = new TextDecoder().decode(host.read(absolutePath(host.cwd, config)));
  for (const {
    proposed: { name, version },
  } of changed) {
    if (/\.[cm]?[jt]s$/.test(config)) {
      reporter.report(releaseConfig.module({ name, version }), origin, {
        hint: `set version: '${version}' for the package yourself, commit it, and run the command again`,
      });
      continue;
    }
    const next = setVersion(text, name, version);
    if (next === undefined)
      reporter.report(releaseConfig.default({ name }), origin, {
        hint: `set "version" to ${version} yourself, commit it, and run the command again`,
      });
    text = next ?? text;
  }
  return text;
}
