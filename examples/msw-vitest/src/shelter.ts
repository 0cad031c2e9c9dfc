import type { PetsClient } from './pets/client.js';

/** A sentence for visitors about the pets of a shelter. */
export async function greeting(pets: PetsClient): Promise<string> {
  const cats = await pets.pets.list({ kind: 'cat' });
  const names = cats.map(({ name }) => name);
  return names.length === 0 ? 'No cats today.' : `Meet ${names.join(' and ')}!`;
}

/** Takes in a parrot. Returns why it was refused, or `undefined`. */
export async function takeIn(pets: PetsClient, name: string): Promise<string | undefined> {
  const outcome = await pets.pets.add.result({ name, kind: 'parrot' });
  if (outcome.ok) return undefined;
  return outcome.when === 422 ? outcome.value.message : 'The shelter does not respond.';
}
