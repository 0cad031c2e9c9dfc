import type { Check, ParameterDescriptor, WireType } from '@tallystick/runtime';
import { operation, parameter, request, parseResponse, watched } from './request.js';

export const text: WireType = { types: ['string'] };
export const integer: WireType = { types: ['integer'] };

interface Setting {
  readonly unknownQuery?: 'allow' | 'refuse';
  readonly checks?: readonly (Check | undefined)[];
}

/** The parameters that a handler receives, or the violations. */
export async function read(
  parameters: readonly ParameterDescriptor[],
  sent: { readonly target?: string; readonly headers?: readonly string[] },
  { unknownQuery = 'allow', checks }: Setting = {},
): Promise<unknown> {
  const path = parameters.flatMap(({ in: where }, index) => (where === 'path' ? ['/', index] : []));
  const one = operation('read', { path: ['/read', ...path], parameters });
  const options = {
    unknownQuery,
    ...(checks === undefined ? {} : { checks: { read: { parameters: checks } } }),
  };
  const { handle, seen } = watched([one], options);
  const response = await handle(request({ target: '/read', ...sent }));
  if (response.status === 400)
    return (
      parseResponse(response).body as { violations: readonly { path: string }[] }
    ).violations.map(({ path: at }) => at);
  if (response.status !== 204) return response.status;
  const { operation: _, principals: __, ...rest } = seen[0] as Record<string, unknown>;
  return rest;
}

export const query = (parts: Partial<ParameterDescriptor>, target: string): Promise<unknown> =>
  read([parameter('q', parts)], { target: `/read?${target}` });
