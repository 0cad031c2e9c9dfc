import { encodeBase64 } from '../core/base64.js';
import type { AnyOutcome } from '../core/client/operation-call.js';
import { encodeDates } from '../core/dates/descriptor.js';
import { headerValue } from '../core/headers.js';
import type { Redactor } from '../core/redact.js';
import type { WireResponse } from '../core/wire.js';
import type { ToolContent, ToolDescriptor, ToolResult } from './tool.js';

/** Longest body of an error that a result repeats, in characters. */
const maxErrorBody = 10_000;

/** How results are written. */
export interface ResultOptions {
  /** Most bytes of a file in a result. */
  readonly maxFileBytes: number;
  /** True if the result has `structuredContent`. */
  readonly isStructured: boolean;
}

/** Result of a successful call. `nextPage` is the argument for the next page of a list. */
export function successResult(
  tool: ToolDescriptor,
  outcome: AnyOutcome,
  nextPage: string | undefined,
  redactor: Redactor | undefined,
  options: ResultOptions,
): ToolResult {
  const bytes = bytesOf(outcome);
  if (bytes !== undefined && bytes.length > options.maxFileBytes)
    return errorResult(
      `${tool.name}: the response has ${bytes.length} bytes, and at most ${options.maxFileBytes} are returned`,
    );
  const mediaType = mediaTypeOf(outcome) ?? 'application/octet-stream';
  const result =
    bytes === undefined
      ? redacted(jsonOf(wireValue(tool, outcome)) ?? null, redactor)
      : { mediaType, bytes: bytes.length };
  const next = nextPage === undefined ? {} : { nextPage };
  const structured = { result, ...next };
  const content: ToolContent[] =
    bytes === undefined
      ? [{ type: 'text', text: textOf(result, nextPage) }]
      : [fileContent(tool, bytes, mediaType)];
  return options.isStructured ? { content, structuredContent: structured } : { content };
}

/** Result of a call that failed. */
export function failureResult(
  message: string,
  outcome: unknown,
  redactor: Redactor | undefined,
): ToolResult {
  const { value, violations } = (outcome ?? {}) as {
    readonly value?: unknown;
    readonly violations?: readonly { readonly pointer: string; readonly expected: string }[];
  };
  const details = [
    ...(violations ?? []).map(({ pointer, expected }) => `${pointer}: expected ${expected}`),
    ...(value === undefined || value instanceof Uint8Array
      ? []
      : [shortened(textOf(redacted(jsonOf(value), redactor), undefined))]),
  ];
  return errorResult([message, ...details].join('\n'));
}

/** A result that says what went wrong. */
export function errorResult(text: string): ToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

function shortened(text: string): string {
  return text.length > maxErrorBody ? `${text.slice(0, maxErrorBody)}…` : text;
}

function textOf(result: unknown, nextPage: string | undefined): string {
  const text = typeof result === 'string' ? result : JSON.stringify(result);
  return nextPage === undefined
    ? text
    : `${text}\n\nThere are more. For the next page, repeat the call with "page": ${JSON.stringify(nextPage)}`;
}

function bytesOf({ value }: AnyOutcome): Uint8Array | undefined {
  return value instanceof Uint8Array ? value : undefined;
}

/** The value of an outcome as it is in JSON: values of codecs become text. */
function wireValue({ descriptor }: ToolDescriptor, outcome: AnyOutcome): unknown {
  const { when } = outcome as { readonly when?: unknown };
  const dates = descriptor.outcomes
    .find(({ status }) => status === when)
    ?.contents?.find(({ codec }) => codec === 'json')?.dates;
  return encodeDates(outcome.value, dates, '');
}

function mediaTypeOf(outcome: AnyOutcome): string | undefined {
  const { response } = outcome as { readonly response?: Pick<WireResponse, 'headers'> };
  const type = response && headerValue(response.headers, 'content-type');
  return type?.split(';', 1)[0]?.trim().toLowerCase();
}

/** Images and sound in the forms that models understand; other bytes as an embedded resource. */
function fileContent(tool: ToolDescriptor, bytes: Uint8Array, mimeType: string): ToolContent {
  const data = encodeBase64(bytes);
  if (/^image\/(?:png|jpeg|gif|webp)$/.test(mimeType)) return { type: 'image', data, mimeType };
  if (mimeType.startsWith('audio/')) return { type: 'audio', data, mimeType };
  return {
    type: 'resource',
    resource: { uri: `tool://${tool.name}/result`, mimeType, blob: data },
  };
}

/**
 * A value as JSON: dates in ISO 8601, bytes in base64. A 64-bit integer that a number cannot represent is text.
 */
function jsonOf(value: unknown): unknown {
  if (typeof value === 'bigint')
    return BigInt(Number(value)) === value && Number.isSafeInteger(Number(value))
      ? Number(value)
      : String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint8Array) return encodeBase64(value);
  if (Array.isArray(value)) return value.map(jsonOf);
  if ('toJSON' in value && typeof value.toJSON === 'function') return jsonOf(value.toJSON());
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]: [string, unknown]) =>
      each === undefined ? [] : [[name, jsonOf(each)]],
    ),
  );
}

/** Removes the secrets of a call from every text of a value. */
function redacted(value: unknown, redactor: Redactor | undefined): unknown {
  if (redactor === undefined) return value;
  if (typeof value === 'string') return redactor.text(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => redacted(each, redactor));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [redactor.text(name), redacted(each, redactor)]),
  );
}
