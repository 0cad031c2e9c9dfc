import { Random, RandomSource } from '../domain/random.js';

/** A source of fractions from 0 up to 1, which follow from a key. Another number gives others. */
export function randomFrom(key: Uint8Array, number: number): () => number {
  const random = new Random(new RandomSource(key), number);
  return () => {
    const [first = 0, second = 0, third = 0, fourth = 0] = random.bytes(4);
    return (((first * 256 + second) * 256 + third) * 256 + fourth) / 2 ** 32;
  };
}
