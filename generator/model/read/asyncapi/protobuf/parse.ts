import { jsonName } from './json-name.js';
import { ProtoSyntaxError, tokenize, type Token } from './lexer.js';
import type { ProtoEnum, ProtoField, ProtoFile, ProtoImport, ProtoMessage } from './syntax.js';

/** Number of levels of messages within messages. */
const maxDepth = 32;
const maxFieldNumber = 2 ** 29 - 1;
const keyTypes = /^(?:u?int(?:32|64)|sint(?:32|64)|s?fixed(?:32|64)|bool|string)$/;

/**
 * Parses a `.proto` file (Protocol Buffers Language Specification for proto2 and proto3). Options, services, extensions and reserved names are read over,
 * because they do not change what values there are.
 *
 * @throws {ProtoSyntaxError}
 */
export function parseProto(text: string): ProtoFile {
  return new Parser(tokenize(text)).file();
}

/** Members of a message while it is being read. */
interface Body {
  readonly fields: ProtoField[];
  readonly oneofs: string[];
  readonly messages: ProtoMessage[];
  readonly enums: ProtoEnum[];
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  file(): ProtoFile {
    let syntax: ProtoFile['syntax'] = 'proto2';
    let packageName = '';
    const imports: ProtoImport[] = [];
    const messages: ProtoMessage[] = [];
    const enums: ProtoEnum[] = [];
    while (this.#next.kind !== 'end') {
      const { text, position } = this.#next;
      if (this.#takes(';')) continue;
      switch (text) {
        case 'syntax':
          syntax = this.#syntax();
          break;
        case 'package':
          this.#take();
          packageName = this.#path();
          this.#expect(';');
          break;
        case 'import': {
          this.#take();
          const isPublic = this.#takes('public');
          if (!isPublic) this.#takes('weak');
          imports.push({ path: this.#kind('string').text, isPublic, position });
          this.#expect(';');
          break;
        }
        case 'message':
          messages.push(this.#message(0));
          break;
        case 'enum':
          enums.push(this.#enum());
          break;
        case 'option':
        case 'service':
        case 'extend':
          this.#statement();
          break;
        default:
          throw this.#unexpected('"message", "enum" or another statement');
      }
    }
    return { syntax, package: packageName, imports, messages, enums };
  }

  get #next(): Token {
    return this.#tokens[Math.min(this.#at, this.#tokens.length - 1)] as Token;
  }

  #take(): Token {
    const token = this.#next;
    this.#at += 1;
    return token;
  }

  /** Takes a sign or a word if it is the next one. */
  #takes(text: string): boolean {
    const { kind, text: found } = this.#next;
    if (found !== text || kind === 'string' || kind === 'end') return false;
    this.#at += 1;
    return true;
  }

  #expect(text: string): void {
    if (!this.#takes(text)) throw this.#unexpected(`"${text}"`);
  }

  #kind(kind: Token['kind']): Token {
    if (this.#next.kind !== kind) throw this.#unexpected(kind === 'word' ? 'a name' : `a ${kind}`);
    return this.#take();
  }

  #unexpected(expected: string): ProtoSyntaxError {
    const { text, position } = this.#next;
    return new ProtoSyntaxError(`${expected} is expected, not "${text}"`, position);
  }

  #syntax(): ProtoFile['syntax'] {
    this.#take();
    this.#expect('=');
    const { text, position } = this.#kind('string');
    this.#expect(';');
    if (text === 'proto2' || text === 'proto3') return text;
    throw new ProtoSyntaxError(`the syntax "${text}" is not supported`, position);
  }

  /** A name with dots, also in front. */
  #path(): string {
    let path = this.#takes('.') ? '.' : '';
    path += this.#kind('word').text;
    while (this.#takes('.')) path += `.${this.#kind('word').text}`;
    return path;
  }

  #integer(): number {
    const isNegative = this.#takes('-');
    const { text, position } = this.#kind('number');
    const value = /^0[0-7]+$/.test(text) ? Number.parseInt(text, 8) : Number(text);
    if (!Number.isInteger(value))
      throw new ProtoSyntaxError(`"${text}" is not an integer`, position);
    return isNegative ? -value : value;
  }

  /** Reads over a statement, with its blocks. */
  #statement(): void {
    for (let depth = 0; ;) {
      const { kind, text, position } = this.#take();
      if (kind === 'end') throw new ProtoSyntaxError('a statement does not end', position);
      if (kind === 'string') continue;
      if (text === '{') depth += 1;
      if (text === '}') depth -= 1;
      if (depth === 0 && (text === ';' || text === '}')) return;
    }
  }

  #message(depth: number): ProtoMessage {
    const { position } = this.#take();
    if (depth > maxDepth)
      throw new ProtoSyntaxError(`messages are nested in more than ${maxDepth} levels`, position);
    const name = this.#kind('word').text;
    const body: Body = { fields: [], oneofs: [], messages: [], enums: [] };
    this.#expect('{');
    while (!this.#takes('}')) this.#member(body, depth);
    const message = { name, ...body, position };
    checkFields(message);
    return message;
  }

  #member(body: Body, depth: number): void {
    const following = this.#tokens[this.#at + 1];
    const isKeyword = following?.kind === 'word' || following?.kind === 'number';
    switch (this.#next.text) {
      case ';':
        this.#take();
        return;
      case 'message':
        if (following?.kind !== 'word') break;
        body.messages.push(this.#message(depth + 1));
        return;
      case 'enum':
        if (following?.kind !== 'word') break;
        body.enums.push(this.#enum());
        return;
      case 'oneof':
        if (following?.kind !== 'word') break;
        this.#oneof(body);
        return;
      case 'option':
      case 'reserved':
      case 'extensions':
      case 'extend':
        if (!isKeyword && following?.text !== '(' && following?.kind !== 'string') break;
        this.#statement();
        return;
      default:
    }
    body.fields.push(this.#field(undefined));
  }

  #oneof(body: Body): void {
    this.#take();
    const name = this.#kind('word').text;
    body.oneofs.push(name);
    this.#expect('{');
    while (!this.#takes('}')) {
      if (this.#takes(';')) continue;
      if (this.#next.text === 'option') this.#statement();
      else body.fields.push(this.#field(name));
    }
  }

  #field(oneof: string | undefined): ProtoField {
    const { position } = this.#next;
    const labels = ['optional', 'required', 'repeated'] as const;
    const label = oneof === undefined ? labels.find((each) => this.#takes(each)) : undefined;
    const map = this.#mapTypes();
    const type = map?.value ?? this.#path();
    if (type === 'group') throw new ProtoSyntaxError('groups are not supported', position);
    const name = this.#kind('word').text;
    this.#expect('=');
    const number = this.#integer();
    if (number < 1 || number > maxFieldNumber)
      throw new ProtoSyntaxError(`${number} is not the number of a field`, position);
    const options = this.#options();
    this.#expect(';');
    return {
      name,
      number,
      label,
      type,
      ...(map === undefined ? {} : { key: map.key }),
      ...(oneof === undefined ? {} : { oneof }),
      options,
      position,
    };
  }

  #mapTypes(): { readonly key: string; readonly value: string } | undefined {
    if (this.#next.text !== 'map' || this.#tokens[this.#at + 1]?.text !== '<') return undefined;
    this.#take();
    this.#take();
    const { text: key, position } = this.#kind('word');
    if (!keyTypes.test(key)) throw new ProtoSyntaxError(`"${key}" is no type of keys`, position);
    this.#expect(',');
    const value = this.#path();
    this.#expect('>');
    return { key, value };
  }

  /** Options in brackets, with the texts of those that are one word, number or string. */
  #options(): ReadonlyMap<string, string> {
    const options = new Map<string, string>();
    if (!this.#takes('[')) return options;
    for (let depth = 1; depth > 0;) {
      const { kind, text, position } = this.#take();
      if (kind === 'end') throw new ProtoSyntaxError('options do not end', position);
      if (kind === 'word' && depth === 1 && this.#next.text === '=')
        options.set(text, this.#tokens[this.#at + 1]?.text ?? '');
      if (kind === 'string') continue;
      if (text === '[' || text === '{') depth += 1;
      if (text === ']' || text === '}') depth -= 1;
    }
    return options;
  }

  #enum(): ProtoEnum {
    const { position } = this.#take();
    const name = this.#kind('word').text;
    const values: { readonly name: string; readonly number: number }[] = [];
    this.#expect('{');
    while (!this.#takes('}')) {
      if (this.#takes(';')) continue;
      const following = this.#tokens[this.#at + 1];
      if (/^(?:option|reserved)$/.test(this.#next.text) && following?.text !== '=') {
        this.#statement();
        continue;
      }
      const value = this.#kind('word').text;
      this.#expect('=');
      values.push({ name: value, number: this.#integer() });
      this.#options();
      this.#expect(';');
    }
    if (values.length === 0) throw new ProtoSyntaxError(`the enum "${name}" is empty`, position);
    return { name, values, position };
  }
}

/** Refuses names and numbers that are used twice. */
function checkFields({ fields, name: message }: ProtoMessage): void {
  const names = new Set<string>();
  const jsonNames = new Set<string>();
  const numbers = new Set<number>();
  for (const field of fields) {
    const { name, number, position } = field;
    const json = jsonName(field);
    if (jsonNames.has(json) && !names.has(name))
      throw new ProtoSyntaxError(`"${message}" has two fields "${json}" in JSON`, position);
    if (names.has(name))
      throw new ProtoSyntaxError(`"${message}" has two fields "${name}"`, position);
    if (numbers.has(number))
      throw new ProtoSyntaxError(`"${message}" has two fields with the number ${number}`, position);
    names.add(name);
    jsonNames.add(json);
    numbers.add(number);
  }
}
