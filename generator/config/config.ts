import { createReporter, defineError } from '../core/diagnostic.js';
import type {
  Checked,
  Diagnostic,
  DiagnosticType,
  Reporter,
  Sentence,
} from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import { childOrigin, rootOrigin, tokensOf, type Origin } from '../core/origin.js';
import { relativePath } from '../core/path.js';
import { didYouMean } from '../core/suggestion.js';
import { loadDocument } from '../load/load.js';
import type { Json } from '../model/schema.js';
import { configValue } from '../options/config-diagnostics.js';
import { namedOptions, readOptions } from '../options/options.js';
import { readItems, readMembers, readText } from '../options/read-members.js';
import { texts } from '../options/value-types.js';
import type { PackageRequest } from '../pipeline/request.js';
import type { Config } from './define-config.js';
import type { Hooks } from './hooks.js';

/** A config file that is a module and cannot be loaded. */
export const configModule: DiagnosticType<{
  default: { message: string };
  noExport: void;
  noModules: void;
  noTypeScript: void;
}> = defineError('config-module', {
  default: ({ message }) => `the module cannot be loaded: ${message}`,
  noExport: () => 'the module has no default export',
  noModules: () => 'this host cannot run code',
  noTypeScript: () => 'this version of Node cannot load TypeScript',
});

/** A member of `hooks` that is not a hook. */
export const invalidHook: DiagnosticType<{
  function: { name: string };
  list: void;
  name: { name: string };
}> = defineError('invalid-hook', {
  function: ({ name }) => `the hook "${name}" is not a function`,
  list: () => '"hooks" is not an object with functions',
  name: ({ name }) => `there is no hook "${name}"`,
});

const hookNames: readonly string[] = ['document', 'name', 'file'] satisfies (keyof Hooks)[];

/** Reads and checks a config file: YAML, JSON, or a module with a default export. */
export async function readConfig(path: string, host: Host): Promise<Checked<Config>> {
  if (/\.[cm]?[jt]s$/u.test(path)) return await readConfigModule(path, host);
  const { value: source, diagnostics } = loadDocument(host, path);
  return source === undefined
    ? { value: undefined, diagnostics }
    : checkConfig(source.value, rootOrigin(source));
}

async function readConfigModule(path: string, host: Host): Promise<Checked<Config>> {
  const origin = moduleOrigin(host.cwd, path);
  const reporter = createReporter();
  const fail = (sentence: Sentence, hint: string): Checked<Config> => {
    reporter.report(sentence, origin, { hint });
    return { value: undefined, diagnostics: reporter.diagnostics };
  };
  if (host.importModule === undefined)
    return fail(configModule.noModules(), 'write the config file as YAML or JSON');
  let exports: unknown;
  try {
    exports = await host.importModule(path);
  } catch (error) {
    return isUnknownExtension(error)
      ? fail(
          configModule.noTypeScript(),
          'use Node 22.18 or later, install jiti, or write the config file in JavaScript, YAML or JSON',
        )
      : fail(configModule.default({ message: messageOf(error) }), 'run it with node to see where');
  }
  const config = (exports as { readonly default?: unknown }).default;
  if (config === undefined)
    return fail(configModule.noExport(), 'write "export default defineConfig({ … })"');
  const { data, hooks } = splitHooks(config);
  const { value, diagnostics } = checkConfig(data, origin);
  const problems = [...diagnostics.map(withMember), ...hookProblems(hooks, origin)];
  if (value === undefined || problems.length > 0)
    return { value: undefined, diagnostics: problems };
  return {
    value: hooks === undefined ? value : { ...value, hooks: hooks as Hooks },
    diagnostics: [],
  };
}

/** Separates the hooks of a config module from its data. */
function splitHooks(config: unknown): { readonly data: Json; readonly hooks?: unknown } {
  if (typeof config !== 'object' || config === null || Array.isArray(config))
    return { data: config as Json };
  const { hooks, ...data } = config as { readonly [name: string]: unknown };
  return { data: data as Json, hooks };
}

function hookProblems(hooks: unknown, origin: Origin): readonly Diagnostic[] {
  const reporter = createReporter();
  if (hooks === undefined) return [];
  if (typeof hooks !== 'object' || hooks === null) {
    reporter.report(invalidHook.list(), origin);
    return reporter.diagnostics;
  }
  for (const [name, hook] of Object.entries(hooks)) {
    if (!hookNames.includes(name))
      reporter.report(invalidHook.name({ name }), origin, didYouMean(name, hookNames));
    else if (hook !== undefined && typeof hook !== 'function')
      reporter.report(invalidHook.function({ name }), origin);
  }
  return reporter.diagnostics;
}

/** Names the member of a diagnostic, because the values of a module have no positions. */
function withMember(diagnostic: Diagnostic): Diagnostic {
  const member = tokensOf(diagnostic.origin)
    .map((token) => (/^\d+$/.test(token) ? `[${token}]` : `.${token}`))
    .join('')
    .replace(/^\./, '');
  if (member === '') return diagnostic;
  return { ...diagnostic, message: `${member}: ${diagnostic.message}` };
}

/** The origin of a module, whose values have no positions. */
function moduleOrigin(cwd: string, path: string): Origin {
  return rootOrigin({
    uri: `file://${path}`,
    path: relativePath(cwd, path),
    locate: () => undefined,
    line: () => undefined,
  });
}

function isUnknownExtension(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_UNKNOWN_FILE_EXTENSION';
}

function messageOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return line;
}

/** Checks the content of a config file. Reports all mistakes. */
export function checkConfig(value: Json, origin: Origin): Checked<Config> {
  const reporter = createReporter();
  const root = readMembers(value, origin, { required: ['packages'], optional: [] }, reporter);
  if (root === undefined) return { value: undefined, diagnostics: reporter.diagnostics };
  const items = readItems(root['packages'], childOrigin(origin, 'packages'), reporter);
  const packages = items.map((each, index) =>
    readPackageRequest(each, childOrigin(origin, 'packages', index), reporter),
  );
  const config =
    reporter.diagnostics.length === 0
      ? { packages: packages.filter((each) => each !== undefined) }
      : undefined;
  return { value: config, diagnostics: reporter.diagnostics };
}

function readPackageRequest(
  value: Json,
  origin: Origin,
  reporter: Reporter,
): PackageRequest | undefined {
  const allowed = {
    required: ['documents', 'out'],
    optional: namedOptions.map(({ name }) => name),
  };
  const members = readMembers(value, origin, allowed, reporter);
  if (members === undefined) return undefined;
  const { documents, out } = members;
  const documentsOrigin = childOrigin(origin, 'documents');
  const paths = documents === undefined ? [] : texts.read(documents, documentsOrigin, reporter);
  paths?.forEach((path, index) => {
    if (path === '-')
      reporter.report(configValue.inputStream(), childOrigin(documentsOrigin, index), {
        hint: 'name a file or a URL',
      });
  });
  const folder = readText(out, childOrigin(origin, 'out'), reporter);
  const options = readOptions(members, origin, reporter);
  if (folder === undefined) return undefined;
  return { documents: paths ?? [], out: folder, ...options };
}
