import { defineError, type DiagnosticType, type Reporter } from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import type { Origin } from '../core/origin.js';
import { absolutePath } from '../core/path.js';
import { didYouMean } from '../core/suggestion.js';
import { emitterApiVersion, type Emitter } from '../emitters/emitter.js';
import { emitters } from '../emitters/index.js';
import { moduleFiles, packageEntry } from './module-files.js';

/** A name in the option `emitters` that is neither an emitter nor an installed package. */
export const unknownEmitter: DiagnosticType<{ default: { name: string }; file: { name: string } }> =
  defineError('unknown-emitter', {
    default: ({ name }) => `"${name}" is neither an emitter nor an installed package`,
    file: ({ name }) => `no file is called "${name}"`,
  });

/** A module that cannot be loaded as an emitter. */
export const emitterModule: DiagnosticType<{
  default: { name: string; message: string };
  noEmitter: { name: string };
  noModules: { name: string };
  version: { name: string; version: string };
}> = defineError('emitter-module', {
  default: ({ name, message }) => `"${name}" cannot be loaded: ${message}`,
  noEmitter: ({ name }) => `"${name}" does not export an emitter`,
  noModules: ({ name }) => `"${name}" cannot be loaded, because this host cannot run code`,
  version: ({ name, version }) =>
    `"${name}" is written for version ${version} of the interface of emitters, not for version ${emitterApiVersion}`,
});

/** Emitters that cannot be combined. */
export const emitterConflict: DiagnosticType<{
  duplicate: { name: string };
  requires: { name: string; required: string };
}> = defineError('emitter-conflict', {
  duplicate: ({ name }) => `two emitters are called "${name}"`,
  requires: ({ name, required }) => `"${name}" requires the emitter "${required}", which is absent`,
});

/** An emitter, and the files of its module. */
export interface LoadedEmitter {
  readonly emitter: Emitter;
  readonly files: readonly string[];
}

/** Loads an emitter from a path, which is relative to `root`, or from an installed package. */
export async function loadEmitter(
  name: string,
  root: string,
  origin: Origin,
  host: Host,
  reporter: Reporter,
): Promise<LoadedEmitter | undefined> {
  const isPath = /^\.{0,2}\/|^[A-Za-z]:[\\/]/u.test(name);
  const entry = isPath ? undefined : packageEntry(name, root, host);
  const path = isPath ? absolutePath(root, name) : entry?.path;
  if (path === undefined || host.read(path) === undefined) {
    const names = emitters.map((each) => each.name);
    if (isPath) reporter.report(unknownEmitter.file({ name }), origin);
    else
      reporter.report(unknownEmitter.default({ name }), origin, {
        hint: didYouMean(name, names).hint ?? `the emitters are ${names.join(', ')}`,
      });
    return undefined;
  }
  if (host.importModule === undefined) {
    reporter.report(emitterModule.noModules({ name }), origin);
    return undefined;
  }
  let exports: unknown;
  try {
    exports = await host.importModule(path);
  } catch (error) {
    const [message = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    reporter.report(emitterModule.default({ name, message }), origin);
    return undefined;
  }
  const { default: main, emitter: named } = Object(exports) as Record<string, unknown>;
  const emitter = isObject(main) ? main : named;
  if (!isObject(emitter) || !isEmitter(emitter)) {
    reporter.report(emitterModule.noEmitter({ name }), origin, {
      hint: 'export the result of defineEmitter as the default export',
    });
    return undefined;
  }
  if (emitter.apiVersion !== emitterApiVersion) {
    const version = String(emitter.apiVersion);
    reporter.report(emitterModule.version({ name, version }), origin);
    return undefined;
  }
  const files = entry === undefined ? moduleFiles(path, host) : [entry.manifest, path];
  return { emitter, files };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isEmitter(value: object): value is Emitter {
  const { name, apiVersion, plan, emit } = value as Readonly<Record<string, unknown>>;
  return (
    typeof name === 'string' &&
    /^[a-z][a-z0-9-]*$/u.test(name) &&
    typeof apiVersion === 'number' &&
    typeof plan === 'function' &&
    typeof emit === 'function'
  );
}
