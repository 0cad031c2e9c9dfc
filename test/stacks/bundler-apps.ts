import { document, type Files } from './apps.js';

/** Description of the apps with a list of kinds. */
export function petsOf(kinds: string): string {
  return document.replace('enum: [cat, dog]', `enum: [${kinds}]`);
}

/** The description with a type that does not exist. */
export const brokenPets: string = document.replace('kind: { type: string', 'kind: { type: strong');

/** Line of the mistake in `brokenPets`. */
export const brokenLine: number =
  brokenPets.split('\n').findIndex((line) => line.includes('strong')) + 1;

/** Files of the app of every bundler. The sources are JavaScript, which each of them reads. */
const common: Files = {
  'pets.yaml': petsOf('cat, dog'),
  'tallystick.yaml':
    'packages: [{ documents: [pets.yaml], out: src/api, checkFiles: js, emitters: [types, validators] }]\n',
  'src/main.js': `import { petSchema } from './api/validators.js';
console.log(petSchema);
`,
  'index.html': '<script type="module" src="/src/main.js"></script>\n',
  'package.json': '{ "name": "app", "type": "module" }\n',
};

/** A bundler: its app, whose programs `build.js` and `watch.js` print `built`, or `failed` with where. */
export interface BundlerApp {
  readonly name: string;
  /** The bundle. */
  readonly output: string;
  readonly files: Files;
}

const print = `const failed = (file, line, message) => console.log('failed ' + file + ':' + line + ' ' + message);
`;

const rollup: BundlerApp = {
  name: 'Rollup',
  output: 'out/main.js',
  files: {
    ...common,
    'options.js': `import { tallystick } from 'tallystick/rollup';
export const options = {
  input: 'src/main.js',
  output: { file: 'out/main.js' },
  external: /^@tallystick/,
  plugins: [tallystick()],
};
${print}export const report = ({ loc, message }) => failed(loc?.file, loc?.line, message);
`,
    'build.js': `import { rollup } from 'rollup';
import { options, report } from './options.js';
try {
  await (await rollup(options)).write(options.output);
  console.log('built');
} catch (error) {
  report(error);
  process.exitCode = 1;
}
`,
    'watch.js': `import { watch } from 'rollup';
import { options, report } from './options.js';
watch(options).on('event', ({ code, error, result }) => {
  if (code === 'BUNDLE_END') console.log('built');
  if (code === 'ERROR') report(error);
  void result?.close();
});
`,
  },
};

const webpack: BundlerApp = {
  name: 'webpack',
  output: 'out/main.js',
  files: {
    ...common,
    'options.js': `import webpack from 'webpack';
import { tallystick } from 'tallystick/webpack';
export const compiler = webpack({
  mode: 'development',
  devtool: false,
  entry: './src/main.js',
  output: { path: import.meta.dirname + '/out', filename: 'main.js', module: true },
  experiments: { outputModule: true },
  externals: /^@tallystick/,
  plugins: [tallystick()],
});
${print}export const report = (error, stats) => {
  const errors = stats?.compilation.errors ?? [error];
  const own = errors.find(({ name }) => name === 'TallystickError') ?? errors[0];
  if (own === undefined) console.log('built');
  else failed(own.file, own.loc?.start.line, own.message);
  return own;
};
`,
    'build.js': `import { compiler, report } from './options.js';
compiler.run((error, stats) => {
  if (report(error, stats)) process.exitCode = 1;
});
`,
    'watch.js': `import { compiler, report } from './options.js';
compiler.watch({ aggregateTimeout: 5 }, report);
`,
  },
};

const esbuild: BundlerApp = {
  name: 'esbuild',
  output: 'out/main.js',
  files: {
    ...common,
    'options.js': `import { tallystick } from 'tallystick/esbuild';
${print}export const options = {
  entryPoints: ['src/main.js'],
  outfile: 'out/main.js',
  bundle: true,
  format: 'esm',
  external: ['@tallystick/*'],
  logLevel: 'silent',
  plugins: [
    tallystick(),
    {
      name: 'report',
      setup: ({ onEnd }) => onEnd(({ errors: [error] }) => {
        if (error === undefined) console.log('built');
        else failed(error.location?.file, error.location?.line, error.text);
      }),
    },
  ],
};
`,
    'build.js': `import { build } from 'esbuild';
import { options } from './options.js';
build(options).catch(() => (process.exitCode = 1));
`,
    'watch.js': `import { context } from 'esbuild';
import { options } from './options.js';
await (await context(options)).watch();
`,
  },
};

/** Bundlers whose watch mode builds again. */
export const bundlerApps: readonly BundlerApp[] = [rollup, webpack, esbuild];

/** An app for Vite. */
export const viteApp: Files = {
  ...common,
  'vite.config.js': `import { defineConfig } from 'vite';
import { tallystick } from 'tallystick/vite';
export default defineConfig({
  plugins: [tallystick()],
  build: { outDir: 'out', rollupOptions: { external: /^@tallystick/ } },
});
`,
  'watch.js': `import { createServer } from 'vite';
const server = await createServer({ server: { host: '127.0.0.1', port: 0 }, optimizeDeps: { noDiscovery: true } });
await server.listen();
const { port } = server.httpServer.address();
console.log('listening ' + JSON.stringify({ port, token: server.config.webSocketToken }));
`,
};

/** Configurations as users write them, for the compiler. */
export const typedConfigs: Files = {
  'vite.config.ts': `import { defineConfig } from 'vite';
import { tallystick } from 'tallystick/vite';
export default defineConfig({ plugins: [tallystick({ documents: ['pets.yaml'], out: 'src/api' })] });
`,
  'rollup.config.ts': `import { defineConfig } from 'rollup';
import { tallystick } from 'tallystick/rollup';
export default defineConfig({ input: 'src/main.js', plugins: [tallystick({ config: 'tallystick.yaml' })] });
`,
  'webpack.config.ts': `import type { Configuration } from 'webpack';
import { tallystick } from 'tallystick/webpack';
const configuration: Configuration = { entry: './src/main.js', plugins: [tallystick()] };
export default configuration;
`,
  'esbuild.ts': `import { build } from 'esbuild';
import { tallystick } from 'tallystick/esbuild';
await build({ entryPoints: ['src/main.js'], bundle: true, plugins: [tallystick()] });
`,
  'tsconfig.json': `{
  "compilerOptions": {
    "target": "ES2022", "module": "ESNext", "moduleResolution": "bundler", "strict": true,
    "exactOptionalPropertyTypes": true, "skipLibCheck": true, "noEmit": true, "types": ["node"]
  },
  "include": ["*.ts"]
}
`,
};
