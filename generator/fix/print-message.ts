import type { Paint } from '../core/render-diagnostics.js';
import type { DecodedField, DecodedMessage } from './decode-message.js';

/** Options of printed messages. */
export interface PrintOptions {
  readonly paint: Paint;
  /** If true, passwords and signatures are printed. */
  readonly secrets: boolean;
}

/** Formats a message with a line for each field. Group entries are indented, and errors follow an exclamation mark. */
export function printMessage(message: DecodedMessage, options: PrintOptions): string {
  const { paint } = options;
  const prefix =
    message.prefix === '' ? '' : `${paint('quiet', escapeForTerminal(message.prefix))} `;
  const width = widest(message.fields, 0);
  return [
    `${prefix}${paint('strong', escapeForTerminal(message.name))}`,
    ...message.fields.flatMap((field) => linesOf(field, 0, width, options)),
    ...message.faults.map((fault) => `  ${paint('error', `! ${escapeForTerminal(fault)}`)}`),
    '',
    '',
  ].join('\n');
}

/** Width of the widest name including indentation, in columns. */
function widest(fields: readonly DecodedField[], depth: number): number {
  return fields.reduce((width, { name = '', entries }) => {
    const ownWidth = Math.max(width, name.length + 4 * depth);
    return entries.reduce((max, entry) => Math.max(max, widest(entry, depth + 1)), ownWidth);
  }, 0);
}

function linesOf(
  field: DecodedField,
  depth: number,
  width: number,
  options: PrintOptions,
): readonly string[] {
  const { paint } = options;
  const { tag, name = '', meaning, faults, entries } = field;
  const indent = ' '.repeat(4 * depth);
  const columns = [
    `${indent}${escapeForTerminal(tag).padStart(7)}`,
    name.padEnd(width - 4 * depth),
    [
      valueOf(field, options),
      ...(meaning === undefined ? [] : [paint('quiet', escapeForTerminal(meaning))]),
      ...faults.map((fault) => paint('error', `! ${escapeForTerminal(fault)}`)),
    ].join('  '),
  ];
  return [
    columns.join('  ').trimEnd(),
    ...entries.flatMap((entry, index) => [
      `${indent}         ${paint('quiet', `[${index + 1}]`)}`,
      ...entry.flatMap((each) => linesOf(each, depth + 1, width, options)),
    ]),
  ];
}

function valueOf({ form, value }: DecodedField, { secrets, paint }: PrintOptions): string {
  if (form === 'secret' && !secrets) return paint('quiet', '(hidden)');
  const text = escapeForTerminal(value);
  if (form !== 'data' || text === value) return text;
  return `${text} ${paint('quiet', `(${value.length} bytes)`)}`;
}

/** Makes text of a message safe for a terminal: decodes UTF-8 if valid, and escapes control characters. */
export function escapeForTerminal(text: string): string {
  return readable(text).replaceAll(
    /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}

/** Decodes bytes, one for each character, as UTF-8 if valid, otherwise as ISO 8859-1. */
export function readable(text: string): string {
  if (/^[\u0000-\u007f]*$/.test(text) || /[^\u0000-\u00ff]/.test(text)) return text;
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return text;
  }
}
