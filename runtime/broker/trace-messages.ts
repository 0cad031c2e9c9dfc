import {
  failSpan,
  readTraceParent,
  writeTraceParent,
  type CallSpan,
  type CallSpanContext,
  type CallSpanOptions,
} from '../core/tracing.js';
import { BrokerError, type MessageHeaders, type Settlement } from './broker.js';
import type { MessageContext, PublishInterceptor } from './interceptors.js';
import type { ConsumeContext, ConsumeInterceptor } from './subscriber-options.js';

/** The methods of an OpenTelemetry tracer that are used here. */
export interface MessageTracer {
  startSpan(name: string, options: MessageSpanOptions): MessageSpan;
  /** Makes the span the parent of those that handlers start. Without it, handlers start spans of their own. */
  startActiveSpan?<Result>(
    name: string,
    options: MessageSpanOptions,
    run: (span: MessageSpan) => Result,
  ): Result;
}

/** How the span of a message starts. */
export interface MessageSpanOptions extends CallSpanOptions {
  /** The span that sent the message. */
  readonly links?: { readonly context: CallSpanContext }[];
}

/** The methods of an OpenTelemetry span that are used here. */
export interface MessageSpan extends CallSpan {
  spanContext(): CallSpanContext & { readonly traceState?: { serialize(): string } };
}

/** Interceptors for both sides. */
export interface MessageTracing {
  /** For the `interceptors` of a publisher, and the `replyInterceptors` of a subscriber. */
  readonly publish: PublishInterceptor;
  /** For the `interceptors` of a subscriber. */
  readonly consume: ConsumeInterceptor;
}

/** `SpanKind.PRODUCER` and `SpanKind.CONSUMER` */
const kinds = { send: 3, process: 4 } as const;

/** Names of messaging systems in the conventions, where AsyncAPI names the protocol instead. */
const systems: { readonly [protocol: string]: string } = { amqp: 'rabbitmq' };

/**
 * Creates interceptors that record a span for every message that is sent and for every message that is handled. The context of the sender's span is
 * carried in the headers `traceparent` and `tracestate` (W3C Trace Context), and the receiver's span is linked to it. A broker without headers carries
 * no context.
 *
 * Names and attributes follow the OpenTelemetry conventions for messaging. Spans contain no payloads, headers or credentials.
 */
export function traceMessages(tracer: MessageTracer): MessageTracing {
  return {
    async publish(message, next, context) {
      const { name, options } = describe('send', message, context);
      const span = tracer.startSpan(name, options);
      const carried =
        'headers' in context.abilities
          ? { ...message, headers: withTraceContext(message.headers, span) }
          : message;
      return await record(span, () => next(carried));
    },
    async consume(delivery, next, context) {
      const { name, options } = describe('process', delivery, context);
      const sender = readTraceParent(delivery.headers['traceparent'] ?? '');
      const linked = sender === undefined ? options : { ...options, links: [{ context: sender }] };
      const run = (span: MessageSpan): Promise<Settlement> =>
        record(span, async () => {
          const settlement = await next(delivery);
          const problem = problemOf(settlement, context);
          if (problem !== undefined) failSpan(span, problem);
          return settlement;
        });
      return await (tracer.startActiveSpan === undefined
        ? run(tracer.startSpan(name, linked))
        : tracer.startActiveSpan(name, linked, run));
    },
  };
}

/** Runs a function within a span. */
async function record<Result>(span: MessageSpan, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    failSpan(span, error instanceof BrokerError ? error.code : 'unknown');
    throw error;
  } finally {
    span.end();
  }
}

function describe(
  operation: keyof typeof kinds,
  message: {
    readonly address: string;
    readonly payload: Uint8Array;
    readonly id?: string;
    readonly correlationId?: string;
  },
  { protocol, template, operation: described }: MessageContext,
): { readonly name: string; readonly options: CallSpanOptions } {
  const { address, payload, id, correlationId } = message;
  return {
    name: `${operation} ${template ?? described}`,
    options: {
      kind: kinds[operation],
      attributes: {
        'messaging.system': systems[protocol] ?? protocol,
        'messaging.operation.name': operation,
        'messaging.operation.type': operation,
        'messaging.destination.name': address,
        ...(template === undefined || template === address
          ? {}
          : { 'messaging.destination.template': template }),
        'messaging.message.body.size': payload.length,
        ...(id === undefined ? {} : { 'messaging.message.id': id }),
        ...(correlationId === undefined
          ? {}
          : { 'messaging.message.conversation_id': correlationId }),
      },
    },
  };
}

function withTraceContext(headers: MessageHeaders, span: MessageSpan): MessageHeaders {
  const parent = writeTraceParent(span);
  if (parent === undefined || Object.hasOwn(headers, 'traceparent')) return headers;
  const state = span.spanContext().traceState?.serialize() ?? '';
  return { ...headers, traceparent: parent, ...(state === '' ? {} : { tracestate: state }) };
}

/** Why a message was not handled; `undefined` if it was. */
function problemOf(settlement: Settlement, { events }: ConsumeContext): string | undefined {
  const last = events.at(-1);
  if (last?.kind === 'dead-letter') return last.reason;
  return settlement === 'ack' ? undefined : settlement;
}
