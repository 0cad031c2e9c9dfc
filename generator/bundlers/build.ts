import { cwd as workingDirectory, env } from 'node:process';
import { configNames } from '../config/define-config.js';
import type { Host } from '../core/host.js';
import { absolutePath } from '../core/path.js';
import { locateDiagnostics, locationText, renderDiagnostics } from '../core/render-diagnostics.js';
import { createGet } from '../host/network.js';
import { diskHost } from '../host/disk.js';
import type {
  ConfigRequest,
  GenerateRequest,
  GenerateResult,
  PackageRequest,
} from '../pipeline/request.js';
import { createSession, type GenerateSession } from '../watch/session.js';

/**
 * What a plug-in generates: the packages of a config file, or one package as in a config file. Default: the config file in the working
 * directory.
 */
export type PluginOptions = { readonly cwd?: string } & (
  | { readonly config?: string }
  | PackageRequest
);

/** An error in a description, for the report of a bundler. */
export interface Problem {
  /** Sentence, code and hint. */
  readonly message: string;
  /** `path:line:column`, as people read it. */
  readonly place: string;
  /** The line, with the position marked. */
  readonly frame: string;
  /** Absolute path. */
  readonly file: string;
  /** From 1. Both are 1 if the position is unknown. */
  readonly line: number;
  readonly column: number;
  /** Text of the line. */
  readonly lineText: string;
}

/** The result of a build, as far as bundlers need it. */
export interface BuildResult {
  readonly problems: readonly Problem[];
  /** Absolute paths of the files that were read. */
  readonly files: readonly string[];
}

/** Generates before each build of a bundler. */
export interface Build {
  /** Generates if a file has changed since the last build. Builds at the same time share a run. */
  run(): Promise<BuildResult>;
}

/** Prepares builds. Nothing is read yet. */
export function createBuild(options: PluginOptions): Build {
  const host = hostOf(options);
  let session: GenerateSession | undefined;
  let running: Promise<BuildResult> | undefined;
  let last: BuildResult | undefined;
  const run = async (): Promise<BuildResult> => {
    session ??= createSession(requestOf(options, host), host);
    if (last !== undefined && session.changed().length === 0) return last;
    const result = await session.run();
    last = { problems: problemsOf(result, host), files: session.files() };
    return last;
  };
  return {
    run() {
      running ??= run().finally(() => (running = undefined));
      return running;
    },
  };
}

/** The file system, network and environment of this process. */
export function hostOf({ cwd = workingDirectory() }: PluginOptions): Host {
  return {
    ...diskHost(cwd),
    get: createGet(env),
    secret: (name) => env[name],
  };
}

/** The request of a plug-in's options. */
export function requestOf({ cwd: _, ...options }: PluginOptions, host: Host): GenerateRequest {
  if ('documents' in options) return options;
  const isThere = (name: string): boolean => host.read(absolutePath(host.cwd, name)) !== undefined;
  const request: ConfigRequest = {
    config: options.config ?? configNames.find(isThere) ?? 'tallystick.yaml',
  };
  return request;
}

/** The errors of a run. */
export function problemsOf({ diagnostics }: GenerateResult, host: Host): readonly Problem[] {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return locateDiagnostics(errors).map(({ diagnostic, source, position }) => {
    const place = locationText(source, position);
    const lines = renderDiagnostics([diagnostic])
      .slice(`${place}: error: `.length)
      .trimEnd()
      .split('\n');
    const frame = lines.filter((line) => /^ +\d* \|/u.test(line));
    const { line = 1, column = 1 } = position ?? {};
    return {
      message: lines.filter((each) => !frame.includes(each)).join('\n'),
      place,
      frame: frame.join('\n'),
      file: absolutePath(host.cwd, source.path),
      line,
      column,
      lineText: (position && source.line(line)) ?? '',
    };
  });
}

/** A problem as text. */
export function problemText({ place, message, frame }: Problem): string {
  return `${place}: ${message}\n${frame}`;
}
