import { xmlContents } from '../../model/xml-values.js';
import { isFixOnly } from '../../plan/fix-only.js';
import type { Plan } from '../../plan/plan.js';
import { visibleText } from '../code.js';
import { render } from '../render.js';
import type { SourceFile } from '../source-file.js';
import tsconfigTemplate from '../../../templates/tsconfig.hbs';

/** The condition under which packages of one workspace find each other's sources without a build. */
const sourceCondition = '@tallystick/source';

/** Where CommonJS is built, if it is: what lies there is not ESM, which `package.json` beside it says. */
const commonJs = 'cjs';

/** What the runtime reads XML with, as its own manifest has it. */
const xmlParser = { name: '@rgrove/parse-xml', range: '^4.2.3 || ^5.0.0' };

/** `package.json` of a publishable package: ESM with declarations, and CommonJS if it is asked for, one subpath for each half. */
export function emitPackageManifest(plan: Plan): SourceFile {
  const { name, version, description, license, runtime } = plan.package;
  const peers = {
    ...codecPackages(plan),
    ...(plan.zod !== undefined && { zod: plan.zod.range }),
    ...(xmlContents(plan.api).length > 0 && { [xmlParser.name]: xmlParser.range }),
  };
  const optional = ['zod', xmlParser.name].filter((each) => Object.hasOwn(peers, each));
  const { buildsCommonJs } = plan.package;
  const entry = (file: string): Conditions => conditionsOf(file, buildsCommonJs);
  const build = 'tsc -p tsconfig.json --declaration';
  // In the order in which formatters keep the members of this file.
  const manifest = {
    name,
    version,
    ...(description !== undefined && { description: visibleText(description) }),
    license,
    files: ['dist', ...(buildsCommonJs ? [commonJs] : []), 'src', 'README.md', 'LICENSE'],
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
    scripts: {
      build: buildsCommonJs ? `${build} && tsc -p tsconfig.cjs.json --declaration` : build,
      prepack: 'npm run build',
    },
    dependencies: { [runtime.name]: runtime.range },
    ...(Object.keys(peers).length > 0 && { peerDependencies: peers }),
    ...(optional.length > 0 && {
      peerDependenciesMeta: Object.fromEntries(optional.map((each) => [each, { optional: true }])),
    }),
    devDependencies: {
      // Earlier compilers write no CommonJS of sources that a package of ESM has.
      typescript: buildsCommonJs ? '>=6' : '>=5.9',
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

interface Conditions {
  readonly [condition: string]: string | Conditions;
}

/**
 * Where a subpath leads. Node, bundlers and Bun take the modules for `import` and for `require` (`module-sync`, `module`, `bun`), so that
 * a program that has both has each class once; CommonJS is for what requires packages by other means.
 */
function conditionsOf(file: string, buildsCommonJs: boolean): Conditions {
  const built = (folder: string): Conditions => ({
    types: `./${folder}/${file}.d.ts`,
    default: `./${folder}/${file}.js`,
  });
  const module = `./dist/${file}.js`;
  return {
    [sourceCondition]: `./src/${file}.ts`,
    ...(buildsCommonJs && { 'module-sync': module, module, bun: module, require: built(commonJs) }),
    ...built('dist'),
  };
}

/** What builds CommonJS, and says of the folder that it is. */
export function emitCommonJs(): readonly SourceFile[] {
  const json = (path: string, content: object): SourceFile => ({
    kind: 'text',
    path,
    text: JSON.stringify(content, undefined, 2) + '\n',
  });
  const compilerOptions = {
    module: 'CommonJS',
    moduleResolution: 'Bundler',
    verbatimModuleSyntax: false,
    outDir: commonJs,
  };
  return [
    json('tsconfig.cjs.json', { extends: './tsconfig.json', compilerOptions }),
    json(`${commonJs}/package.json`, { type: 'commonjs' }),
  ];
}

/** `tsconfig.json` that checks the package under the strictest flags. Only its build asks for declarations, which take long to make. */
export function emitTypeScriptConfig(): SourceFile {
  return { kind: 'text', path: 'tsconfig.json', text: render(tsconfigTemplate, {}) };
}
