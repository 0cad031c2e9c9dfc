import type { ts as TypeScript } from 'ts-morph';
import { createReporter, hasErrors, type Checked } from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import { rootOrigin, type Origin, type Position } from '../core/origin.js';
import { relativePath } from '../core/path.js';
import { loadLibrary } from '../write/library.js';
import { syntaxFault } from '../write/syntax.js';
import { addHandlers } from './add-handlers.js';
import { findHandlers, type HandlersPlace } from './find-handlers.js';
import { missingHandlers } from './missing.js';
import { moduleOf } from './module.js';
import { readModules } from './modules.js';
import { newFile } from './new-file.js';
import type { Target } from './target.js';

/** What becomes of a person's file. */
export interface Scaffolded {
  readonly text: string;
  /** Names of the handlers that were added. */
  readonly added: readonly string[];
  readonly isNew: boolean;
  /** Types of services whose handlers are in other files. */
  readonly elsewhere: readonly string[];
}

/**
 * A server file with a handler for every operation: a new one, or somebody's own with those added that it does not
 * have. What a person wrote is never touched; where it can not be seen which handlers there are, nothing is guessed.
 * A new file is about the first target, one that is there about those that it mentions.
 */
export async function scaffold(
  targets: readonly [Target, ...Target[]],
  path: string,
  host: Host,
): Promise<Checked<Scaffolded>> {
  const report = createReporter();
  const bytes = host.read(path);
  if (bytes === undefined) {
    const [target] = targets;
    const added = target.operations.map(({ name }) => name);
    return {
      value: { text: newFile(target), added, isNew: true, elsewhere: [] },
      diagnostics: [],
    };
  }
  const fail = (): Checked<Scaffolded> => ({ value: undefined, diagnostics: report.diagnostics });
  const text = decode(bytes);
  const origin = originOf(host, path, text ?? '');
  if (text === undefined) {
    report.error('scaffold-syntax', origin, 'this is not text in UTF-8', {
      hint: 'save it as UTF-8: nothing was written',
    });
    return fail();
  }
  const loaded = await loadLibrary('ts-morph', () => import('ts-morph'), {
    needs: '"tallystick scaffold" of a file that is there',
    origin,
  });
  if ('missing' in loaded) return { value: undefined, diagnostics: [loaded.missing] };
  const { ts } = loaded.library;
  const fault = syntaxFault(ts, path, text);
  if (fault !== undefined) {
    report.error('scaffold-syntax', origin, `this does not parse: ${fault.message}`, {
      position: placeAt(text, fault.start),
      hint: 'mend it first: nothing was written',
    });
    return fail();
  }
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
  const module = moduleOf(ts, path, file);
  const modules = readModules(ts, host);
  const found = targets.flatMap((target) => {
    const places = findHandlers(ts, module, modules, target);
    return places.length === 0
      ? []
      : [{ target, places, missing: missingHandlers(places, target) }];
  });
  if (found.length === 0) {
    const [{ handlersType, factory }] = targets;
    report.error(
      'scaffold-handlers',
      origin,
      `no object or class here is said to be "${handlersType}", nor given to "${factory}"`,
      {
        hint: `write "const handlers: ${handlersType} = {}", or name a file that is not there yet`,
      },
    );
    return fail();
  }
  for (const { places, target, missing } of found) {
    for (const { at, names } of missing.unseen) {
      report.error(
        'scaffold-unseen',
        origin,
        `which handlers come in here can not be seen, and ${list(names)} may be among them`,
        {
          position: placeAt(text, at),
          hint: `say what it is ("const rest: ${target.handlersType}"), or write the missing ones`,
        },
      );
    }
    for (const other of places.flatMap(({ lacking }) => lacking)) {
      const shown = relativePath(host.cwd, other.path);
      report.warning(
        'scaffold-elsewhere',
        origin,
        `${list(other.names)} ${other.names.length === 1 ? 'is' : 'are'} missing in ${shown}, whose handlers come in here`,
        { hint: `run "tallystick scaffold ${shown}"` },
      );
    }
    for (const name of gone(places, target, ts)) {
      report.warning(
        'scaffold-removed',
        origin,
        `"${name.text}" belongs to no ${target.subject} of the description any more`,
        { position: placeAt(text, name.getStart(file)), hint: 'remove it, if it was a handler' },
      );
    }
  }
  if (hasErrors(report.diagnostics)) return fail();
  const additions = found.flatMap(({ missing }) => missing.additions);
  return {
    value: {
      text: additions.length === 0 ? text : addHandlers(ts, file, additions),
      added: additions.flatMap(({ operations }) => operations.map(({ name }) => name)),
      isNew: false,
      elsewhere: found.flatMap(({ missing }) => missing.elsewhere),
    },
    diagnostics: report.diagnostics,
  };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Members of objects that are handlers and no more; a class may have methods of its own. */
function gone(
  places: readonly HandlersPlace[],
  target: Target,
  ts: typeof TypeScript,
): readonly { readonly text: string; getStart(file: TypeScript.SourceFile): number }[] {
  const known = new Set(target.operations.map(({ name }) => name));
  return places.flatMap(({ node }) =>
    ts.isObjectLiteralExpression(node)
      ? node.properties.flatMap(({ name }) =>
          name !== undefined &&
          (ts.isIdentifier(name) || ts.isStringLiteral(name)) &&
          !known.has(name.text)
            ? [name]
            : [],
        )
      : [],
  );
}

function list(names: readonly string[]): string {
  const shown = names.slice(0, 3).map((name) => `"${name}"`);
  return names.length > 3 ? `${shown.join(', ')} and ${names.length - 3} more` : shown.join(', ');
}

function originOf(host: Host, path: string, text: string): Origin {
  const lines = text.split(/\r?\n/);
  return rootOrigin({
    uri: `file://${path}`,
    path: relativePath(host.cwd, path),
    locate: () => undefined,
    line: (number) => lines[number - 1],
  });
}

function placeAt(text: string, offset: number): Position {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}
