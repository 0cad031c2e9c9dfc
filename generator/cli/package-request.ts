import { configNames } from '../config/define-config.js';
import type { Host } from '../core/host.js';
import { absolutePath } from '../core/path.js';
import type { ConfigRequest, PackageRequest } from '../pipeline/request.js';
import { UsageError } from './console.js';
import { optionsOfFlags, usedFlags } from './option-flags.js';
import type { CommandOptions } from './command-options.js';

/** Converts arguments to a request: documents with an output folder, or packages of a config file. */
export function requestFromArguments(
  documents: readonly string[],
  flags: CommandOptions,
  host: Host,
): PackageRequest | ConfigRequest {
  const { out, config } = flags;
  if (out === undefined) {
    const [flag] = usedFlags(flags);
    if (flag !== undefined)
      throw new UsageError(`${flag} requires --out; with a config file, set the option there`);
    return {
      config: configPath(config, documents, host),
      ...(documents.length > 0 && { documents }),
    };
  }
  if (config !== undefined)
    throw new UsageError('--out and --config cannot be combined: the config file sets the output');
  if (documents.length === 0)
    throw new UsageError(
      '--out requires a document: tallystick generate openapi.yaml --out src/api',
    );
  return { documents, out, ...optionsOfFlags(flags) };
}

/** Resolves the path of the config file. Throws a usage error if it does not exist. */
export function configPath(
  explicit: string | undefined,
  documents: readonly string[],
  host: Host,
): string {
  const exists = (path: string): boolean => host.read(absolutePath(host.cwd, path)) !== undefined;
  if (explicit !== undefined) {
    if (exists(explicit)) return explicit;
    throw new UsageError(`the config file "${explicit}" does not exist`);
  }
  const [found, second] = configNames.filter(exists);
  if (second !== undefined)
    throw new UsageError(
      `"${found}" and "${second}" are both config files: choose one with --config`,
    );
  if (found !== undefined) return found;
  throw new UsageError(
    documents.length === 0
      ? 'this folder has no config file (tallystick.yaml), and the command line names no document; for example: tallystick generate openapi.yaml --out src/api'
      : 'set the output folder with --out, or list the document in tallystick.yaml',
  );
}
