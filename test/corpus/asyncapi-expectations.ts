/** Documents that @asyncapi/parser accepts and tallystick rejects: the diagnostic, and the reason. */
export const refused: Readonly<Record<string, { readonly code: string; readonly why: string }>> =
  {};

/** Documents that @asyncapi/parser refuses and that are taken with a warning: what is warned of, and why. */
export const tolerated: Readonly<Record<string, { readonly code: string; readonly why: string }>> =
  {
    'cli-regular__3.0.0.json': {
      code: 'unknown-member',
      why: 'a member that AsyncAPI does not know changes nothing of what it does know',
    },
  };
