import { conditionsOf } from '../emitters/package/manifest.js';
import type { PackagePlan } from '../plan/plan.js';
import type { OutputFile } from '../write/changes.js';
import type { InlinedRuntime } from './inline-runtime.js';
import { inlineFolder } from './runtime-layout.js';

type Ranges = Readonly<Record<string, string>>;

/** The part of `package.json` that depends on the copies. */
interface Manifest {
  readonly exports: Readonly<Record<string, unknown>>;
  readonly scripts: unknown;
  readonly peerDependencies?: Ranges;
  readonly peerDependenciesMeta?: Readonly<Record<string, unknown>>;
  readonly devDependencies: Ranges;
  readonly engines: unknown;
}

/**
 * Completes `package.json` and `tsconfig.json` of a package with copies of the runtime: its subpaths,
 * the packages that the copies import, and the types of Node, if they import modules of Node.
 */
export function completePackageFiles(
  { files, subpaths, dependencies, peers, usesNode }: InlinedRuntime,
  plan: PackagePlan,
): readonly OutputFile[] {
  const complete = (text: string): string => {
    const {
      exports,
      scripts,
      peerDependencies,
      peerDependenciesMeta,
      devDependencies,
      engines,
      ...head
    } = JSON.parse(text) as Manifest;
    const { './package.json': own, ...entries } = exports;
    const allPeers = { ...peerDependencies, ...peers };
    // What the package itself imports stays required.
    const optional = Object.fromEntries(
      Object.keys(peers)
        .filter((name) => peerDependencies?.[name] === undefined)
        .map((name) => [name, { optional: true }]),
    );
    const manifest = {
      ...head,
      exports: { ...entries, ...subpathsOf(subpaths, plan), './package.json': own },
      scripts,
      ...(Object.keys(dependencies).length > 0 && { dependencies }),
      ...(Object.keys(allPeers).length > 0 && { peerDependencies: allPeers }),
      ...(Object.keys({ ...peerDependenciesMeta, ...optional }).length > 0 && {
        peerDependenciesMeta: { ...peerDependenciesMeta, ...optional },
      }),
      devDependencies: {
        ...(usesNode && { '@types/node': '>=20' }),
        ...devDependencies,
        ...peers,
      },
      engines,
    };
    return `${JSON.stringify(manifest, undefined, 2)}\n`;
  };
  return files.map((file) => {
    if (file.path === 'package.json') return { ...file, text: complete(file.text) };
    if (file.path !== 'tsconfig.json' || !usesNode) return file;
    return { ...file, text: file.text.replace('"types": []', '"types": ["node"]') };
  });
}

/** Exports of the package for the copies: `./runtime/http` for `@tallystick/runtime/http`. */
function subpathsOf(
  subpaths: ReadonlyMap<string, string>,
  { buildsCommonJs }: PackagePlan,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    [...subpaths].map(([subpath, path]) => [
      `./${inlineFolder}${subpath === '' ? '' : `/${subpath}`}`,
      conditionsOf(path.replace(/\.ts$/u, ''), buildsCommonJs),
    ]),
  );
}
