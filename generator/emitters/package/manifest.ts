import { xmlContents } from '../../model/analysis/xml-values.js';
import { isFixOnly } from '../../plan/fix-only.js';
import type { Plan } from '../../plan/plan.js';
import { visibleText } from '../../printer/code.js';
import { render } from '../../printer/template.js';
import type { SourceFile } from '../../printer/source-file.js';
import tsconfigTemplate from '../../../templates/package/tsconfig.hbs';

/**
 * Export condition with which packages of one workspace resolve each other's sources without a
 * build.
 */
const sourceCondition = '@tallystick/source';

/** Output folder of CommonJS. Its `package.json` marks the files as CommonJS. */
const commonJs = 'cjs';

/** XML parser of the runtime, with the version range of its manifest. */
const xmlParser = { name: '@rgrove/parse-xml', range: '^4.2.3 || ^5.0.0' };

/**
 * Emits `package.json` of a publishable package: ESM with declarations, optionally CommonJS, and a
 * subpath for each part.
 */
export function emitPackageManifest(plan: Plan): SourceFile {
  const { name, version, description, license, runtime } = plan.package;
  const peers = {
    ...codecPeerPackages(plan),
    ...(plan.zod !== undefined && { zod: plan.zod.range }),
    ...(xmlContents(plan.api).length > 0 && { [xmlParser.name]: xmlParser.range }),
  };
  const optional = ['zod', xmlParser.name].filter((each) => Object.hasOwn(peers, each));
  const { buildsCommonJs } = plan.package;
  const entry = (file: string): Conditions => conditionsOf(file, buildsCommonJs);
  const build = 'tsc -p tsconfig.json --declaration';
  // In the order in which formatters sort this file.
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
      // Earlier compilers do not emit CommonJS from the sources of an ESM package.
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

/**
 * Packages that export codecs of formats. Any version is accepted, because the user installs both.
 */
function codecPeerPackages({ conversions }: Plan): Readonly<Record<string, string>> {
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
 * Targets of a subpath. For `import` and `require`, Node, bundlers and Bun use the ES modules
 * (`module-sync`, `module`, `bun`), so that each class exists once in a program that uses both.
 * CommonJS is for tools that resolve `require` in other ways.
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

/** Emits the compiler configuration of the CommonJS build, and the `package.json` of its folder. */
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

/**
 * Emits `tsconfig.json` with the strictest flags. Only the build emits declarations, because they
 * take long.
 */
export function emitTypeScriptConfig(): SourceFile {
  return { kind: 'text', path: 'tsconfig.json', text: render(tsconfigTemplate, {}) };
}
