import { isFixOnly } from '../../plan/fix-only.js';
import type { Plan } from '../../plan/plan.js';
import { visibleText } from '../code.js';
import { render } from '../render.js';
import type { SourceFile } from '../source-file.js';
import tsconfigTemplate from '../../../templates/tsconfig.hbs';

/** The condition under which packages of one workspace find each other's sources without a build. */
const sourceCondition = '@tallystick/source';

/** `package.json` of a publishable package: ESM with declarations, one subpath for each half. */
export function emitPackageManifest(plan: Plan): SourceFile {
  const { name, version, description, license, runtime } = plan.package;
  const peers = {
    ...codecPackages(plan),
    ...(plan.zod !== undefined && { zod: plan.zod.range }),
  };
  // In the order in which formatters keep the members of this file.
  const manifest = {
    name,
    version,
    ...(description !== undefined && { description: visibleText(description) }),
    license,
    files: ['dist', 'src', 'README.md', 'LICENSE'],
    type: 'module',
    sideEffects: false,
    exports: {
      '.': entry('index'),
      ...(plan.api.speaks.includes('http') && { './server': entry('server') }),
      ...(plan.webhooks !== undefined && {
        './webhooks': entry('webhooks'),
        './webhook-receiver': entry('webhook-receiver'),
      }),
      ...(plan.feeds.length > 0 && {
        './feed-server': entry('feed-server'),
        './feed-checks': entry('feed-checks'),
      }),
      ...(!isFixOnly(plan) && { './validators': entry('validators'), './types': entry('types') }),
      ...(plan.zod !== undefined && { './zod': entry('zod') }),
      ...(plan.hasPathsView && { './paths': entry('paths') }),
      './package.json': './package.json',
    },
    scripts: { build: 'tsc -p tsconfig.json --declaration', prepack: 'npm run build' },
    dependencies: { [runtime.name]: runtime.range },
    ...(Object.keys(peers).length > 0 && { peerDependencies: peers }),
    ...(plan.zod !== undefined && { peerDependenciesMeta: { zod: { optional: true } } }),
    devDependencies: {
      typescript: '>=5.9',
      ...peers,
    },
    engines: { node: '>=20.19' },
  };
  return {
    kind: 'text',
    path: 'package.json',
    text: JSON.stringify(manifest, undefined, 2) + '\n',
  };
}

/** Packages that export the codecs of formats; which version of them, whoever installs both knows. */
function codecPackages({ conversions }: Plan): Readonly<Record<string, string>> {
  const modules = [...conversions.values()].flatMap(({ type }) =>
    type === undefined || type.from.endsWith('.ts') ? [] : [type.from],
  );
  const names = modules.map((module) => /^(?:@[^/]+\/)?[^/]+/.exec(module)?.[0] ?? module);
  return Object.fromEntries(names.map((name) => [name, '*']));
}

function entry(file: string): Readonly<Record<string, string>> {
  return {
    [sourceCondition]: `./src/${file}.ts`,
    types: `./dist/${file}.d.ts`,
    default: `./dist/${file}.js`,
  };
}

/** `tsconfig.json` that checks the package under the strictest flags. Only its build asks for declarations, which take long to make. */
export function emitTypeScriptConfig(): SourceFile {
  return { kind: 'text', path: 'tsconfig.json', text: render(tsconfigTemplate, {}) };
}
