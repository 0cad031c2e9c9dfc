import { compileFunction } from 'node:vm';
import { build, type Plugin } from 'esbuild';
import * as runtime from '@tallystick/runtime';
import type {
  ApiDescriptor,
  HttpHandler,
  OperationDescriptor,
  ResponseChecks,
} from '@tallystick/runtime';
import * as oauth2 from '@tallystick/runtime/auth/oauth2';
import * as dates from '@tallystick/runtime/dates';
import * as fakes from '@tallystick/runtime/fakes';
import * as http from '@tallystick/runtime/http';
import * as httpServer from '@tallystick/runtime/http/server';
import * as validate from '@tallystick/runtime/validate';
import { generate } from '../../../generator/index.js';
import type { GenerateRequest } from '../../../generator/pipeline/request.js';
import { memoryHost } from '../../../generator/host/memory.js';
import { documentOf, type DocumentSource } from './document.js';

/** What was generated for a topic, loaded somewhere. */
export interface Loaded {
  readonly description: ApiDescriptor;
  /** The standalone function of an operation. */
  call(operation: string): AnyCall;
  descriptor(operation: string): OperationDescriptor;
  createServer(handlers: object, options: object): HttpHandler;
  /** Checks of every response. */
  readonly checks: ResponseChecks;
}

/** What was generated for a topic, loaded into this process. */
export interface Generated extends Loaded {
  /** The text of every file, by path. */
  readonly files: ReadonlyMap<string, string>;
}

/** A call of any operation. */
export interface AnyCall {
  (...args: readonly unknown[]): Promise<unknown>;
  readonly result: (...args: readonly unknown[]) => Promise<Readonly<Record<string, unknown>>>;
  readonly failed: (error: unknown) => boolean;
}

/**
 * Generates client and server of a topic and runs them in this process: nothing touches the disk.
 *
 * @throws where there is anything to say about the document, warnings included.
 */
export async function generateTopic(
  topic: DocumentSource & { readonly name: string },
): Promise<Generated> {
  return generateText(topic.name, JSON.stringify(documentOf(topic)));
}

/**
 * The same of the text of any document, whose names and hosts are its own.
 *
 * @throws where there is anything to say about the document, warnings included.
 */
export async function generateText(name: string, document: string): Promise<Generated> {
  return generateFrom(name, { 'openapi.json': document });
}

/**
 * The same of `openapi.json` among several files, with settings.
 *
 * @throws where there is anything to say about the document; warnings pass where there are settings.
 */
export async function generateFrom(
  name: string,
  documents: Readonly<Record<string, string>>,
  settings?: Partial<GenerateRequest>,
): Promise<Generated> {
  const inputs = Object.entries(documents).map(([path, text]) => [`/wire/${path}`, text] as const);
  const host = memoryHost(Object.fromEntries(inputs), '/wire');
  const result = await generate({ documents: ['openapi.json'], out: 'suite', ...settings }, host);
  if (!result.ok || (settings === undefined && result.diagnostics.length > 0))
    throw new Error(
      `${name}: ${result.diagnostics.map(({ code, message }) => `${code}: ${message}`).join('\n')}`,
    );
  const files = new Map(
    [...host.files()].flatMap(([path, text]) =>
      path.startsWith('/wire/suite/') && path.endsWith('.ts') ? [[path.slice(12), text]] : [],
    ),
  );
  const module = await loadModule(files);
  const named = (member: string): unknown => {
    if (!Object.hasOwn(module, member)) throw new Error(`${name} has no "${member}"`);
    return module[member];
  };
  return {
    description: named('suiteDescription') as ApiDescriptor,
    call: (operation) => named(operation) as AnyCall,
    descriptor: (operation) => named(`${operation}Descriptor`) as OperationDescriptor,
    createServer: named('createSuiteServer') as Generated['createServer'],
    checks: (module['suiteResponseChecks'] ?? {}) as ResponseChecks,
    files,
  };
}

const provided: Readonly<Record<string, object>> = {
  '@tallystick/runtime': runtime,
  '@tallystick/runtime/auth/oauth2': oauth2,
  '@tallystick/runtime/dates': dates,
  '@tallystick/runtime/fakes': fakes,
  '@tallystick/runtime/http': http,
  '@tallystick/runtime/http/server': httpServer,
  '@tallystick/runtime/validate': validate,
};

/** Everything that sources export, run in this process. */
export async function loadModule(
  files: ReadonlyMap<string, string>,
): Promise<Readonly<Record<string, unknown>>> {
  const entry = everythingOf(files);
  const { outputFiles } = await build({
    stdin: { contents: entry, loader: 'ts', resolveDir: '/' },
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'neutral',
    logLevel: 'silent',
    plugins: [inMemory(files)],
  });
  const module = { exports: {} };
  const require = (name: string): object => {
    const found = provided[name];
    if (found === undefined) throw new Error(`nobody provides "${name}"`);
    return found;
  };
  compileFunction(outputFiles[0]?.text ?? '', ['module', 'exports', 'require'])(
    module,
    module.exports,
    require,
  );
  return module.exports;
}

/** A module that exports all that was generated. */
export function everythingOf(files: ReadonlyMap<string, string>): string {
  return [...files.keys()]
    .filter((path) =>
      /^(?:index|server|description|validators|fakes|operations\/.*)\.ts$/.test(path),
    )
    .map((path) => `export * from './${path}';`)
    .join('\n');
}

function inMemory(files: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'in memory',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^@tallystick\// }, ({ path }) => ({ path, external: true }));
      onResolve({ filter: /^\./ }, ({ path, importer }) => {
        const base = importer === '<stdin>' ? 'file:///' : `file:///${importer}`;
        const found = new URL(path, base).pathname.slice(1).replace(/\.js$/, '.ts');
        return { path: found, namespace: 'generated' };
      });
      onLoad({ filter: /./, namespace: 'generated' }, ({ path }) => ({
        contents: files.get(path) ?? '',
        loader: 'ts',
      }));
    },
  };
}
