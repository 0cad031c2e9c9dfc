import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../runtime/', import.meta.url));

/** The sources of the runtime, as `generator/inline/runtime-files.d.ts` describes them. */
function readRuntime() {
  const read = (path) => readFileSync(root + path, 'utf8').replaceAll('\r\n', '\n');
  const { name, version, license, files, exports, dependencies, peerDependencies } = JSON.parse(
    read('package.json'),
  );
  const modules = files
    .filter((name) => name !== 'dist' && name !== 'LICENSE' && !name.includes('.'))
    .flatMap((folder) =>
      readdirSync(root + folder, { recursive: true })
        .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
        .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts')),
    );
  return {
    manifest: { name, version, license, files, exports, dependencies, peerDependencies },
    license: read('LICENSE'),
    modules: Object.fromEntries(modules.sort().map((path) => [path, read(path)])),
  };
}

const contents = () =>
  `const files = ${JSON.stringify(readRuntime())};\nexport const runtimeFiles = () => files;\n`;

/** Module of the generator that consists of the runtime's sources. */
export const runtimeModule = /\/inline\/runtime-files\.js$/;

/** Plugin for esbuild. */
export const esbuildRuntime = {
  name: 'copied-runtime',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: runtimeModule }, () => ({ path: 'runtime-files', namespace: 'runtime' }));
    onLoad({ filter: /.*/, namespace: 'runtime' }, () => ({ contents: contents(), loader: 'js' }));
  },
};

/** Plugin for vitest. */
export const viteRuntime = {
  name: 'copied-runtime',
  enforce: 'pre',
  resolveId: (id) => (runtimeModule.test(id) ? '\0runtime-files.js' : undefined),
  load: (id) => (id === '\0runtime-files.js' ? contents() : undefined),
};
