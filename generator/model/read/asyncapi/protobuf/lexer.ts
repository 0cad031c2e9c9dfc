import type { Position } from '../../../../core/origin.js';

/** A word, number, string or sign of a `.proto` file. */
export interface Token {
  readonly kind: 'word' | 'number' | 'string' | 'sign' | 'end';
  /** The text; for a string, its value. */
  readonly text: string;
  readonly position: Position;
}

/** A place where a text is not Protobuf. */
export class ProtoSyntaxError extends Error {
  override readonly name: string = 'ProtoSyntaxError';
  readonly position: Position;

  constructor(message: string, position: Position) {
    super(message);
    this.position = position;
  }
}

const pattern =
  /(?<space>[\s\uFEFF]+|\/\/[^\n]*|\/\*[^]*?\*\/)|(?<number>\.?\d(?:[eE][+-]|[\w.])*)|(?<word>[A-Za-z_]\w*)|(?<string>"(?:[^"\\\n]|\\[^\n])*"|'(?:[^'\\\n]|\\[^\n])*')|(?<sign>[{}[\]()<>=;,.:+/-])/y;

/** A name that no member of an object has. */
const reserved = '__proto__';

/** Splits the text of a `.proto` file (Protocol Buffers Language Specification, "Lexical elements"). */
export function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let [line, lineStart] = [1, 0];
  for (let at = 0; at < text.length;) {
    pattern.lastIndex = at;
    const position = { line, column: at - lineStart + 1 };
    const match = pattern.exec(text);
    if (match?.groups === undefined)
      throw new ProtoSyntaxError(`"${text.slice(at, at + 1)}" is not expected here`, position);
    const [whole] = match;
    const { word, number, string, sign } = match.groups;
    if (word === reserved || string?.slice(1, -1) === reserved)
      throw new ProtoSyntaxError(`"${reserved}" is not supported as a name`, position);
    if (word !== undefined) tokens.push({ kind: 'word', text: word, position });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number, position });
    else if (string !== undefined)
      tokens.push({ kind: 'string', text: string.slice(1, -1), position });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign, position });
    for (let next = whole.indexOf('\n'); next >= 0; next = whole.indexOf('\n', next + 1)) {
      line += 1;
      lineStart = at + next + 1;
    }
    at += whole.length;
  }
  tokens.push({
    kind: 'end',
    text: 'the end',
    position: { line, column: text.length - lineStart + 1 },
  });
  return tokens;
}
