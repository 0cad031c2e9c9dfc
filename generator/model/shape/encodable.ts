import type { Parameter } from '../api.js';
import { formShape } from '../form-shape.js';
import type { Shape, Shapes, Use } from './shape.js';
import { spellableShape } from './spellable.js';

/**
 * What of a parameter's values can be sent: what its style can spell, and of a query string that is a form, objects. `undefined` where that is all
 * that the schema says; `never` where nothing can be sent.
 */
export function encodableShape(
  shapes: Shapes,
  { in: place, wire, schema }: Pick<Parameter, 'in' | 'wire' | 'schema'>,
  use: Use,
): Shape | undefined {
  if (wire.kind === 'content')
    return place === 'querystring' ? formShape(shapes, wire.content, use) : undefined;
  if (place === 'querystring') return undefined;
  const { style, explode } = wire;
  const whole: Shape = { kind: 'reference', target: schema };
  const spelt = spellableShape(
    shapes,
    whole,
    { style, explode, inPath: place === 'path', inPairs: place === 'query' },
    use,
  );
  return spelt === whole ? undefined : spelt;
}
