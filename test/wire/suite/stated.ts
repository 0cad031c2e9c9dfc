import type { WireAnswer, WireCase } from './case.js';
import type { Loaded } from './generated.js';

/** The response that a case says, or the one that goes without saying. */
export function statedResponse(generated: Loaded, wire: WireCase): WireAnswer {
  if (wire.response !== undefined) return wire.response;
  if (wire.fault !== undefined) return { status: wire.fault.status };
  return { status: wire.answer?.status ?? firstStatus(generated, wire.operation) };
}

/** The status of the first declared outcome. */
export function firstStatus(generated: Loaded, operation: string): number {
  const status = generated.descriptor(operation).outcomes[0]?.status;
  return typeof status === 'number' ? status : 200;
}
