import type { Paint } from '../core/render-diagnostics.js';
import type { ExplainedField, ExplainedMessage } from './explain.js';

/** How a message is printed. */
export interface PrintOptions {
  readonly paint: Paint;
  /** Whether passwords and signatures are shown. */
  readonly secrets: boolean;
}

/** A message for people: a line for each field, entries of groups indented, faults behind an exclamation mark. */
export function printMessage(message: ExplainedMessage, options: PrintOptions): string {
  const { paint } = options;
  const prefix = message.prefix === '' ? '' : `${paint('quiet', shown(message.prefix))} `;
  const width = widest(message.fields, 0);
  return [
    `${prefix}${paint('strong', shown(message.name))}`,
    ...message.fields.flatMap((field) => linesOf(field, 0, width, options)),
    ...message.faults.map((fault) => `  ${paint('error', `! ${shown(fault)}`)}`),
    '',
    '',
  ].join('\n');
}

/** Columns of the widest name, its indentation included. */
function widest(fields: readonly ExplainedField[], depth: number): number {
  return fields.reduce((most, { name = '', entries }) => {
    const own = Math.max(most, name.length + 4 * depth);
    return entries.reduce((all, entry) => Math.max(all, widest(entry, depth + 1)), own);
  }, 0);
}

function linesOf(
  field: ExplainedField,
  depth: number,
  width: number,
  options: PrintOptions,
): readonly string[] {
  const { paint } = options;
  const { tag, name = '', meaning, faults, entries } = field;
  const indent = ' '.repeat(4 * depth);
  const columns = [
    `${indent}${shown(tag).padStart(7)}`,
    name.padEnd(width - 4 * depth),
    [
      valueOf(field, options),
      ...(meaning === undefined ? [] : [paint('quiet', shown(meaning))]),
      ...faults.map((fault) => paint('error', `! ${shown(fault)}`)),
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

function valueOf({ form, value }: ExplainedField, { secrets, paint }: PrintOptions): string {
  if (form === 'secret' && !secrets) return paint('quiet', '(hidden)');
  const text = shown(value);
  if (form !== 'data' || text === value) return text;
  return `${text} ${paint('quiet', `(${value.length} bytes)`)}`;
}

/** Text of a message as a terminal may see it: UTF-8 where it is, and nothing that moves the cursor. */
export function shown(text: string): string {
  return readable(text).replaceAll(
    /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}

/** Bytes, one for each character, as the text that they are in UTF-8, or in ISO 8859-1. */
export function readable(text: string): string {
  if (/^[\u0000-\u007f]*$/.test(text) || /[^\u0000-\u00ff]/.test(text)) return text;
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return text;
  }
}
