import type { Api } from '../model/api.js';
import { packageVersion } from './package-version.js';
import type { PackagePlan, PublishingPlan } from './plan.js';

/** Settings of a package as a whole. */
export interface PackageOptions {
  readonly kind: PackagePlan['kind'];
  /** npm name, or the base name of sources: `@platform/platform`, `petstore`. */
  readonly name: string;
  /** Version of the package. If absent, the version of the description. */
  readonly version?: string;
  /** SPDX expression. If absent, the licence of the description. */
  readonly license?: string;
  /** What `package.json` tells about publishing. */
  readonly publishing?: PublishingPlan;
  /** True if CommonJS is built as well as ESM. */
  readonly buildsCommonJs?: boolean;
  /** Extension of files in import specifiers. If absent, `.js`. */
  readonly importExtension?: PackagePlan['importExtension'];
  /** Extension of the files with checks. If absent, `.ts`. */
  readonly checkExtension?: PackagePlan['checkExtension'];
  /** npm version range of the runtime. */
  readonly runtimeRange: string;
  /** Files of copies of the runtime, by its modules. If absent, the package depends on it. */
  readonly runtimeCopies?: ReadonlyMap<string, string>;
}

/** What `package.json` and every file say about the package. */
export function planPackageFacts(api: Api, options: PackageOptions): PackagePlan {
  const description = api.summary?.text ?? api.title;
  return {
    kind: options.kind,
    name: options.name,
    buildsCommonJs: options.buildsCommonJs === true,
    importExtension: options.importExtension ?? '.js',
    checkExtension: options.checkExtension ?? '.ts',
    version: options.version ?? packageVersion(api.version),
    description,
    license: options.license ?? api.license?.identifier ?? 'UNLICENSED',
    publishing: options.publishing ?? {},
    sourceRoot: options.kind === 'package' ? 'src/' : '',
    runtime: {
      name: '@tallystick/runtime',
      range: options.runtimeRange,
      ...(options.runtimeCopies !== undefined && { copies: options.runtimeCopies }),
    },
    documents: api.entries,
  };
}
