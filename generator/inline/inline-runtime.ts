import { folderOf, relativePath } from '../core/path.js';
import type { PackagePlan } from '../plan/plan.js';
import type { OutputFile } from '../write/changes.js';
import { printModule } from './print-module.js';
import { readLinks, targetOf } from './read-module.js';
import type { RuntimeFiles } from './runtime-files.js';
import { inlineFolder, rootModule, runtimeLayout } from './runtime-layout.js';
import { selectDeclarations, type Demand, type SelectedModule } from './select-declarations.js';

/** Output with copies of the runtime. */
export interface InlinedRuntime {
  readonly files: readonly OutputFile[];
  /** Subpaths of the runtime that the copies have: `http/server`, and the empty text for the runtime itself. */
  readonly subpaths: ReadonlyMap<string, string>;
  /** Packages that the copies import, with their version ranges. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** Packages that users install if they use what imports them. */
  readonly peers: Readonly<Record<string, string>>;
  /** True if the copies import modules of Node. */
  readonly usesNode: boolean;
}

/** A package, and the runtime that is copied into it. */
export interface InlineRequest {
  readonly plan: PackagePlan;
  readonly runtime: RuntimeFiles;
  /** Subpaths that are copied whole, because the user's own code needs them. */
  readonly modules: readonly string[];
}

/**
 * Adds the parts of the runtime that files of the output use, as TypeScript beside them, and makes the
 * files import these. The README of a package speaks of the copies, and its examples count as uses.
 */
export function inlineRuntime(
  files: readonly OutputFile[],
  { plan, runtime, modules }: InlineRequest,
): InlinedRuntime {
  const { manifest, modules: texts, license } = runtime;
  const layout = runtimeLayout(runtime);
  const local = files.map((file) => importCopies(file, plan, layout));
  const used = local.flatMap(({ path, text }) => demandsOf(path, text, plan, layout));
  const requested = modules.map((subpath): Demand => {
    const path = layout.get(`${manifest.name}/${subpath}`) ?? '';
    return { path: sourceOf(path), names: 'all' };
  });
  const selected = selectDeclarations(texts, [...used, ...requested, ...alwaysUseful(used)]);
  const paths = new Set(selected.map(({ path }) => path));
  const header = `// Copied by Tallystick from ${manifest.name} ${manifest.version} (${manifest.license}, see LICENSE in the folder "${inlineFolder}").
// Do not edit: run \`tallystick generate\`.`;
  const root = `${plan.sourceRoot}${inlineFolder}`;
  const copies = selected.map((each) => ({
    path: `${root}/${each.path}`,
    text: printModule(each, { header, importExtension: plan.importExtension }),
  }));
  const entry = {
    path: plan.sourceRoot + rootModule,
    text: `${header}\n\nexport * from './core/index${plan.importExtension}';\n`,
  };
  return {
    files: [
      ...local.map((file) => speakOfCopies(file, plan, manifest.name)),
      ...copies,
      ...(paths.has(sourceOf(rootModule)) ? [entry] : []),
      { path: `${root}/LICENSE`, text: license },
    ],
    subpaths: new Map(
      [...layout]
        .filter(([, path]) => paths.has(sourceOf(path)))
        .map(([module, path]) => [module.slice(manifest.name.length + 1), path]),
    ),
    ...packagesOf(selected, runtime),
  };
}

/** Replaces the name of the runtime in the README of a package. */
function speakOfCopies({ path, text }: OutputFile, plan: PackagePlan, runtime: string): OutputFile {
  return path === 'README.md'
    ? { path, text: text.replaceAll(runtime, `${plan.name}/${inlineFolder}`) }
    : { path, text };
}

/** Path of a module within the runtime, for the path of its copy. */
function sourceOf(path: string): string {
  return path === rootModule ? 'core/index.ts' : path.slice(inlineFolder.length + 1);
}

/** Replaces modules of the runtime by their copies, where an emitter or a hook has printed its own imports. */
function importCopies(
  { path, text }: OutputFile,
  { sourceRoot, importExtension }: PackagePlan,
  layout: ReadonlyMap<string, string>,
): OutputFile {
  if (!/\.[jt]s$/u.test(path)) return { path, text };
  let result = text;
  for (const { specifier, start } of readLinks(text).toReversed()) {
    const copy = layout.get(specifier);
    if (copy === undefined) continue;
    const target = relativePath(`/${folderOf(path)}`, `/${sourceRoot}${copy}`);
    const local = `${target.startsWith('.') ? '' : './'}${target.replace(/\.ts$/u, importExtension)}`;
    result = result.slice(0, start) + local + result.slice(start + specifier.length);
  }
  return { path, text: result };
}

/**
 * What a file of the output uses of the runtime. Of a module that only examples of the README import,
 * such as an adapter, everything counts as used.
 */
function demandsOf(
  path: string,
  text: string,
  { sourceRoot }: PackagePlan,
  layout: ReadonlyMap<string, string>,
): readonly Demand[] {
  const isReadme = path === 'README.md';
  if (!isReadme && !/\.[jt]s$/u.test(path)) return [];
  const folder = `${sourceRoot}${inlineFolder}/`;
  return readLinks(text).flatMap(({ specifier, names }): readonly Demand[] => {
    const copy =
      layout.get(specifier) ??
      (specifier.startsWith('.') ? targetOf(path, specifier).slice(sourceRoot.length) : '');
    if (!(sourceRoot + copy).startsWith(folder)) return [];
    const used = names.map(({ original }) => original);
    const isWhole = used.length === 0 || (isReadme && !generatedUses.test(specifier));
    return [{ path: sourceOf(copy), names: isWhole ? 'all' : used }];
  });
}

/** Modules that generated code imports too. */
const generatedUses = /\/runtime(?:\/(?:http|http\/server|rpc|fix|webhooks))?$/u;

/** Declarations that only the user's own code imports: the errors of a client, and an answer of handlers that are not written yet. */
function alwaysUseful(demands: readonly Demand[]): readonly Demand[] {
  const uses = (folder: string): boolean => demands.some(({ path }) => path.startsWith(folder));
  return [
    ...(uses('http/') || uses('rpc/') || uses('websocket/') || uses('webhooks/')
      ? [{ path: 'core/index.ts', names: ['ApiError', 'ClientOptionsError', 'TransportError'] }]
      : []),
    ...(uses('http/server/') ? [{ path: 'http/server/index.ts', names: ['notImplemented'] }] : []),
  ];
}

function packagesOf(
  selected: readonly SelectedModule[],
  { manifest: { dependencies, peerDependencies } }: RuntimeFiles,
): Pick<InlinedRuntime, 'dependencies' | 'peers' | 'usesNode'> {
  const imported = selected.flatMap(({ module: { imports, forwards, statements } }) => [
    ...[...imports, ...forwards].map(({ specifier }) => specifier),
    ...statements.flatMap(({ text }) =>
      [...text.matchAll(/\bimport\('([^']+)'\)/gu)].map(([, specifier = '']) => specifier),
    ),
  ]);
  const rangesOf = (ranges: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
    Object.fromEntries(
      Object.entries(ranges).filter(([name]) =>
        imported.some((specifier) => specifier === name || specifier.startsWith(`${name}/`)),
      ),
    );
  return {
    dependencies: rangesOf(dependencies),
    peers: rangesOf(peerDependencies),
    usesNode: imported.some((specifier) => specifier.startsWith('node:')),
  };
}
