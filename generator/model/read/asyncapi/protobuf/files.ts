import type { DiagnosticDetails, Sentence } from '../../../../core/diagnostic.js';
import type { Position } from '../../../../core/origin.js';
import { describeType } from '../../json.js';
import type { ValueNode } from '../../openapi/node.js';
import type { AsyncReading } from '../reading.js';
import { invalidProtobuf } from './invalid-protobuf.js';
import { ProtoSyntaxError } from './lexer.js';
import { parseProto } from './parse.js';
import type { ProtoFile } from './syntax.js';
import { isWellKnownFile } from './well-known.js';

/** A `.proto` file with the node that contains its text. */
export interface LoadedProto {
  readonly file: ProtoFile;
  readonly node: ValueNode;
  readonly text: string;
  /** Name by which others import it; unique among those of a schema. */
  readonly name: string;
}

/** Number of files that a schema may import, directly or not. */
const maxFiles = 200;

/** Parses a schema and the files that it imports, which come first. Imports are relative to the file. Returns `undefined` after an error. */
export function loadProto(
  reading: AsyncReading,
  node: ValueNode,
): readonly LoadedProto[] | undefined {
  const files: LoadedProto[] = [];
  const known = new Map<string, LoadedProto>();
  const open = new Set<string>();
  const load = (at: ValueNode, name: string): LoadedProto | undefined => {
    const { value } = at;
    if (typeof value !== 'string') {
      at.reporter.report(invalidProtobuf.text({ actual: describeType(value) }), at.origin);
      return undefined;
    }
    const file = parse(at, value);
    if (file === undefined) return undefined;
    for (const { path, position } of file.imports) {
      if (isWellKnownFile(path)) continue;
      if (known.has(path)) continue;
      const fail = (sentence: Sentence): undefined => {
        reportAt(at, sentence, position);
        return undefined;
      };
      if (open.has(path)) return fail(invalidProtobuf.cycle({ path }));
      if (path.startsWith('google/protobuf/') || open.size + known.size > maxFiles)
        return fail(invalidProtobuf.import({ path }));
      open.add(path);
      const target = reading.resolve(`./${path}`, at, at.origin);
      const imported = target === undefined ? undefined : load(target, path);
      if (imported === undefined) return undefined;
      known.set(path, imported);
      open.delete(path);
    }
    const loaded = { file, node: at, text: value, name };
    files.push(loaded);
    return loaded;
  };
  return load(node, 'payload.proto') === undefined ? undefined : files;
}

function parse(node: ValueNode, text: string): ProtoFile | undefined {
  try {
    return parseProto(text);
  } catch (error) {
    if (!(error instanceof ProtoSyntaxError)) throw error;
    reportAt(node, invalidProtobuf.syntax({ problem: error.message }), error.position);
    return undefined;
  }
}

/** Reports a position of a text: in a file of its own exactly; in another document, at the text, with the line in the hint. */
export function reportAt(node: ValueNode, sentence: Sentence, position: Position): void {
  const isFile = node.pointer === '';
  const details: DiagnosticDetails = isFile
    ? { position }
    : { hint: `it is in line ${position.line}, column ${position.column} of the schema` };
  node.reporter.report(sentence, node.origin, details);
}
