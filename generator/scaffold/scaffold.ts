import { createReporter, hasErrors, type Checked } from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import { rootOrigin, type Origin, type Position } from '../core/origin.js';
import { relativePath } from '../core/path.js';
import { loadLibrary } from '../write/library.js';
import { syntaxFault } from '../write/syntax.js';
import { addMissing, placeFor } from './add-missing.js';
import { findHandlers } from './find-handlers.js';
import { newFile } from './new-file.js';
import type { Target } from './target.js';

/** What becomes of a person's file. */
export interface Scaffolded {
  readonly text: string;
  /** Names of the handlers that were added. */
  readonly added: readonly string[];
  readonly isNew: boolean;
}

/**
 * A server file with a handler for every operation: a new one, or somebody's own with those added that it does not
 * have. What a person wrote is never touched; where it can not be seen which handlers there are, nothing is guessed.
 */
export async function scaffold(
  target: Target,
  path: string,
  host: Host,
): Promise<Checked<Scaffolded>> {
  const report = createReporter();
  const bytes = host.read(path);
  const all = target.operations.map(({ name }) => name);
  if (bytes === undefined)
    return { value: { text: newFile(target), added: all, isNew: true }, diagnostics: [] };
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const origin = originOf(host, path, text);
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
    return { value: undefined, diagnostics: report.diagnostics };
  }
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
  const { places, names, unseen } = findHandlers(ts, file, target);
  if (places.length === 0) {
    report.error(
      'scaffold-handlers',
      origin,
      `no object or class here is said to be "${target.handlersType}", nor given to "${target.factory}"`,
      {
        hint: `write "const handlers: ${target.handlersType} = { … }", or name a file that is not there yet`,
      },
    );
  }
  const missing = target.operations.filter(({ name }) => !names.has(name));
  const homeless = missing.filter((each) => placeFor(each, places) === undefined);
  if (places.length > 0 && homeless.length > 0) {
    const types = [...new Set(homeless.map(({ service }) => service))];
    report.error(
      'scaffold-handlers',
      origin,
      `${list(homeless.map(({ name }) => name))} belong to ${list(types)}, of which there is nothing here`,
      { hint: `write an object of that type, or one of all: ${target.handlersType}` },
    );
  }
  for (const at of missing.length === 0 ? [] : unseen) {
    report.error(
      'scaffold-unseen',
      origin,
      `which handlers come in here can not be seen, and ${list(missing.map(({ name }) => name))} may be among them`,
      {
        position: placeAt(text, at),
        hint: 'write the missing ones where they belong, or in this file',
      },
    );
  }
  for (const name of places.length === 0 ? [] : gone(places, all, ts)) {
    report.warning(
      'scaffold-removed',
      origin,
      `"${name.text}" belongs to no operation of the description any more`,
      { position: placeAt(text, name.getStart(file)), hint: 'remove it, if it was a handler' },
    );
  }
  if (hasErrors(report.diagnostics)) return { value: undefined, diagnostics: report.diagnostics };
  const added = missing.map(({ name }) => name);
  const next = added.length === 0 ? text : addMissing(ts, file, places, missing);
  return { value: { text: next, added, isNew: false }, diagnostics: report.diagnostics };
}

type Names = Parameters<typeof addMissing>;

/** Members of objects that are handlers and no more; a class may have methods of its own. */
function gone(
  places: Names[2],
  operations: readonly string[],
  ts: Names[0],
): readonly { readonly text: string; getStart(file: Names[1]): number }[] {
  const known = new Set(operations);
  return places.flatMap(({ node }) =>
    ts.isObjectLiteralExpression(node)
      ? node.properties.flatMap(({ name }) =>
          name !== undefined && ts.isIdentifier(name) && !known.has(name.text) ? [name] : [],
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
