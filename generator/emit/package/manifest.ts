import type { Plan } from '../../plan/plan.js';
import type { SourceFile } from '../source-file.js';

/** The condition under which packages of one workspace find each other's sources without a build. */
const sourceCondition = '@tallystick/source';

/** `package.json` of a publishable package: ESM with declarations, one subpath for each half. */
export function emitPackageManifest(plan: Plan): SourceFile {
  const { name, version, description, license, runtime } = plan.package;
  const manifest = {
    name,
    version,
    ...(description !== undefined && { description }),
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20.19' },
    exports: {
      '.': entry('index'),
      './server': entry('server'),
      './validators': entry('validators'),
      './types': entry('types'),
      './package.json': './package.json',
    },
    files: ['dist', 'src', 'README.md', 'LICENSE'],
    scripts: { build: 'tsc -p tsconfig.json', prepack: 'npm run build' },
    dependencies: { [runtime.name]: runtime.range },
    devDependencies: { typescript: '>=5.9' },
  };
  return {
    kind: 'text',
    path: 'package.json',
    text: JSON.stringify(manifest, undefined, 2) + '\n',
  };
}

function entry(file: string): Readonly<Record<string, string>> {
  return {
    [sourceCondition]: `./src/${file}.ts`,
    types: `./dist/${file}.d.ts`,
    default: `./dist/${file}.js`,
  };
}

/** `tsconfig.json` that builds the package under the strictest flags. */
export function emitTypeScriptConfig(): SourceFile {
  const config = {
    compilerOptions: {
      target: 'ES2022',
      lib: ['ES2022'],
      types: [],
      module: 'NodeNext',
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noUnusedLocals: true,
      noUnusedParameters: true,
      verbatimModuleSyntax: true,
      isolatedModules: true,
      isolatedDeclarations: true,
      declaration: true,
      rootDir: 'src',
      outDir: 'dist',
    },
    include: ['src'],
  };
  return { kind: 'text', path: 'tsconfig.json', text: JSON.stringify(config, undefined, 2) + '\n' };
}
