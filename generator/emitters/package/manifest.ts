import type { Plan } from '../../plan/plan.js';
import { visibleText } from '../../printer/code.js';
import type { Pages } from '../../printer/template.js';
import type { SourceFile } from '../../printer/source-file.js';
import type { PackagePart, Subpath } from '../emitter.js';
import tsconfigTemplate from '../../../templates/package/tsconfig.hbs';

/**
 * Export condition with which packages of one workspace resolve each other's sources without a
 * build.
 */
const sourceCondition = '@tallystick/source';

/** Output folder of CommonJS. Its `package.json` marks the files as CommonJS. */
const commonJs = 'cjs';

/**
 * Emits `package.json` of a publishable package: ESM with declarations, optionally CommonJS, and a
 * subpath for each part.
 */
export function emitPackageManifest(plan: Plan, parts: readonly PackagePart[]): SourceFile {
  const { name, version, description, license, publishing, runtime } = plan.package;
  const { repository, homepage, bugs, ...publishConfig } = publishing;
  const packages = parts.flatMap(({ peerPackages }) => peerPackages ?? []);
  const peers = Object.fromEntries(packages.map((each) => [each.name, each.range]));
  const optional = packages.flatMap((each) => (each.isOptional ? each.name : []));
  const { buildsCommonJs } = plan.package;
  const entry = (file: string, extension?: Subpath['extension']): Conditions =>
    conditionsOf(file, buildsCommonJs, extension);
  const hasJavaScript = parts.some(({ subpaths }) => subpaths?.some(isJavaScript));
  const build = `${removeBuilt(buildsCommonJs)} && tsc -p tsconfig.json --declaration${hasJavaScript ? ` && ${copyJavaScript}` : ''}`;
  // In the order in which formatters sort this file.
  const manifest = {
    name,
    version,
    ...(description !== undefined && { description: visibleText(description) }),
    ...(homepage !== undefined && { homepage }),
    ...(bugs !== undefined && { bugs: { url: bugs } }),
    license,
    ...(repository !== undefined && { repository: { type: 'git', ...repository } }),
    files: [
      'dist',
      ...(buildsCommonJs ? [commonJs] : []),
      'src',
      ...parts.flatMap(({ files }) => files ?? []),
      'README.md',
      'CHANGELOG.md',
      'LICENSE',
    ],
    type: 'module',
    sideEffects: false,
    exports: {
      '.': entry('index'),
      ...Object.fromEntries(
        parts.flatMap(({ subpaths }) =>
          (subpaths ?? []).map(
            (subpath) => [`./${subpath.name}`, entry(subpath.name, subpath.extension)] as const,
          ),
        ),
      ),
      './package.json': './package.json',
    },
    scripts: {
      build: buildsCommonJs ? `${build} && tsc -p tsconfig.cjs.json --declaration` : build,
      prepack: 'npm run build',
    },
    ...(runtime.copies === undefined && { dependencies: { [runtime.name]: runtime.range } }),
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
    ...(Object.keys(publishConfig).length > 0 && { publishConfig }),
  };
  return {
    kind: 'text',
    path: 'package.json',
    text: JSON.stringify(manifest, undefined, 2) + '\n',
  };
}

/** Command that removes what an earlier build has left, which would be packed. The folder of CommonJS keeps its `package.json`. */
function removeBuilt(buildsCommonJs: boolean): string {
  const remove = (path: string): string => `rmSync(${path}, { recursive: true, force: true })`;
  const modules = `require('node:fs').${remove("'dist'")}`;
  if (!buildsCommonJs) return `node -e "${modules}"`;
  const scripts = `for (const name of fs.readdirSync('${commonJs}')) if (name !== 'package.json') fs.${remove(`'${commonJs}/' + name`)}`;
  return `node -e "const fs = require('node:fs'); fs.${remove("'dist'")}; ${scripts}"`;
}

/** Command that copies JavaScript and its declarations, which the compiler leaves alone. */
const copyJavaScript =
  `node -e "require('node:fs').cpSync('src', 'dist', { recursive: true, filter: (path) => ` +
  `path.endsWith('.d.ts') || !path.endsWith('.ts') })"`;

function isJavaScript({ extension }: Subpath): boolean {
  return extension === '.js';
}

/** Targets of a subpath by condition. */
export interface Conditions {
  readonly [condition: string]: string | Conditions;
}

/**
 * Targets of a subpath. For `import` and `require`, Node, bundlers and Bun use the ES modules
 * (`module-sync`, `module`, `bun`), so that each class exists once in a program that uses both.
 * CommonJS is for tools that resolve `require` in other ways.
 */
export function conditionsOf(
  file: string,
  buildsCommonJs: boolean,
  extension: Subpath['extension'] = '.ts',
): Conditions {
  const built = (folder: string): Conditions => ({
    types: `./${folder}/${file}.d.ts`,
    default: `./${folder}/${file}.js`,
  });
  const module = `./dist/${file}.js`;
  return {
    [sourceCondition]:
      extension === '.js'
        ? { types: `./src/${file}.d.ts`, default: `./src/${file}.js` }
        : `./src/${file}.ts`,
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
export function emitTypeScriptConfig(pages: Pages): SourceFile {
  return {
    kind: 'text',
    path: 'tsconfig.json',
    text: pages.render('package/tsconfig', tsconfigTemplate, {}),
  };
}
