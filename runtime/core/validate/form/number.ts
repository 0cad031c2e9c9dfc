import type { Bound, Form } from './form.js';
import { leaves } from './leaf.js';
import type { Demand } from './prepare.js';

/** Validation 6.2, and the formats of numbers (OpenAPI 3.1.1 section 4.4). */
export function numberDemands(form: Form): readonly Demand<number | bigint>[] {
  const { demands, add } = leaves<number | bigint>();
  add(
    'minimum',
    form.minimum,
    (value, bound) => value < limitOf(bound),
    (bound) => `at least ${bound}`,
  );
  add(
    'maximum',
    form.maximum,
    (value, bound) => value > limitOf(bound),
    (bound) => `at most ${bound}`,
  );
  add(
    'exclusiveMinimum',
    form.exclusiveMinimum,
    (value, bound) => value <= limitOf(bound),
    (bound) => `more than ${bound}`,
  );
  add(
    'exclusiveMaximum',
    form.exclusiveMaximum,
    (value, bound) => value >= limitOf(bound),
    (bound) => `less than ${bound}`,
  );
  add(
    'multipleOf',
    form.multipleOf,
    (value, [divisor, isMultiple]) => !isMultiple(value, divisor),
    ([divisor]) => `a multiple of ${divisor}`,
  );
  const [name] = form.format ?? [];
  if (form.big === true) {
    const [least, most] = name === 'uint64' ? [0n, 2n ** 64n - 1n] : [-(2n ** 63n), 2n ** 63n - 1n];
    const phrase = `an integer of 64 bits${name === 'uint64' ? ' without a sign' : ''}, as a bigint`;
    add(
      'format',
      true,
      (value) => typeof value !== 'bigint' || value < least || value > most,
      () => phrase,
    );
    return demands;
  }
  if (name === 'int32' || name === 'int64') {
    const bits = name === 'int32' ? 32 : 64;
    const limit = 2 ** (bits - 1);
    // The largest integer of 64 bits has no number of its own: as a number it is 2^63.
    const largest = bits === 32 ? limit - 1 : limit;
    add(
      'format',
      bits,
      (value) => !isIntegral(value) || value < -limit || value > largest,
      () => `an integer of ${bits} bits`,
    );
  }
  if (name === 'float')
    add(
      'format',
      3.4028234663852886e38,
      (value, largest) => value < -largest || value > largest,
      () => 'a number of single precision',
    );
  return demands;
}

/** A text is a number that a double does not spell the same way. */
function limitOf(bound: Bound): number | bigint {
  return typeof bound === 'string' ? Number(bound) : bound;
}

function isIntegral(value: number | bigint): boolean {
  return typeof value === 'bigint' || Number.isInteger(value);
}
