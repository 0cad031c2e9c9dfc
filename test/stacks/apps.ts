/** Files of an app by path. */
export type Files = Readonly<Record<string, string>>;

/** The response to `talk` in every app. */
export const expectedOutput = 'Tom is a cat, true, getPet: 404 no pet is called Jerry';

/** A document that has something of each half: a client, a server, checks, and an error. */
export const document = `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths:
  /pets/{name}:
    get:
      operationId: getPet
      tags: [Pets]
      parameters:
        - { name: name, in: path, required: true, schema: { type: string, maxLength: 40 } }
      responses:
        '200':
          description: The pet.
          content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } }
        '404':
          description: There is no pet of that name.
          content: { application/json: { schema: { $ref: '#/components/schemas/Problem' } } }
components:
  schemas:
    Pet:
      type: object
      required: [name, kind]
      properties:
        name: { type: string }
        kind: { type: string, enum: [cat, dog] }
        owner: { type: string }
    Problem:
      type: object
      required: [message]
      properties:
        message: { type: string }
      x-error: { message: message }
`;

/**
 * Programs that every app has: `talk` of `talk.ts` calls the server of sources that are generated into the app, `talk` of
 * `packaged.ts` that of a package which is installed. `ending` is what the app's own imports end in.
 */
export function programs(folder: string, ending: '' | '.js' | '.ts'): Files {
  return {
    'pets.yaml': document,
    [`${folder}/server.ts`]: serverProgram(`./pets/server${ending}`),
    [`${folder}/talk.ts`]: talkProgram(
      `./pets/index${ending}`,
      `./pets/validators${ending}`,
      `./server${ending}`,
    ),
    [`${folder}/packaged-server.ts`]: serverProgram('@acme/pets/server'),
    [`${folder}/packaged.ts`]: talkProgram(
      '@acme/pets',
      '@acme/pets/validators',
      `./packaged-server${ending}`,
    ),
  };
}

function serverProgram(from: string): string {
  return `import { createPetsServer } from '${from}';

export const handle = createPetsServer(
  {
    getPet({ path }, respond) {
      if (path.name !== 'Tom')
        return respond.notFound({ message: \`no pet is called \${path.name}\` });
      return respond.ok({ name: 'Tom', kind: 'cat' });
    },
  },
  { authorities: ['pets.example', '127.0.0.1'] },
);
`;
}

function talkProgram(client: string, validators: string, server: string): string {
  return `import { ApiError } from '@tallystick/runtime';
import { PetsClient } from '${client}';
import { isPet } from '${validators}';
import { handle } from '${server}';

export async function talk(): Promise<string> {
  const pets = new PetsClient({ baseUrl: 'http://pets.example', transport: handle });
  const tom = await pets.pets.get('Tom');
  const refused: unknown = await pets.pets.get('Jerry').catch((error: unknown) => error);
  const words = refused instanceof ApiError ? refused.message : 'no error of ours';
  return \`\${tom.name} is a \${tom.kind}, \${isPet(tom)}, \${words}\`;
}
`;
}

/** Says what both programs say, as an app that is run does. */
export function mainProgram(ending: '' | '.js' | '.ts'): string {
  return `import { talk } from './talk${ending}';
import { talk as talkPackaged } from './packaged${ending}';

console.log(await talk());
console.log(await talkPackaged());
`;
}

/** A test of both programs, whose `test` and `expect` are global or imported. */
export function testProgram(ending: '' | '.js' | '.ts', imports = ''): string {
  return `${imports}import { talk as talkPackaged } from './packaged${ending}';
import { talk } from './talk${ending}';

test('the sources talk', async () => {
  expect(await talk()).toBe('${expectedOutput}');
});

test('the package talks', async () => {
  expect(await talkPackaged()).toBe('${expectedOutput}');
});
`;
}

/** As `create-vite` makes it (9.3, template `vanilla-ts`). */
export const vite: Files = {
  ...programs('src', '.ts'),
  'package.json': '{ "private": true, "type": "module" }',
  'tsconfig.json': `{
  "compilerOptions": {
    "target": "es2023",
    "module": "esnext",
    "lib": ["ES2023", "DOM"],
    "types": ["vite/client"],
    "allowArbitraryExtensions": true,
    "skipLibCheck": true,

    /* Bundler mode */
    "moduleResolution": "bundler",
    "allowImportingTsExtensions": true,
    "verbatimModuleSyntax": true,
    "moduleDetection": "force",
    "noEmit": true,

    /* Linting */
    "noUnusedLocals": true,
    "noUnusedParameters": true,
    "erasableSyntaxOnly": true,
    "noFallthroughCasesInSwitch": true
  },
  "include": ["src"]
}
`,
  'tsconfig.strict.json': `{
  "extends": "./tsconfig.json",
  "compilerOptions": {
    "strict": true,
    "skipLibCheck": false,
    "isolatedModules": true,
    "exactOptionalPropertyTypes": true,
    "noUncheckedIndexedAccess": true,
    "noUncheckedSideEffectImports": true,
    "noPropertyAccessFromIndexSignature": true
  }
}
`,
  'index.html': '<body><script type="module" src="/src/main.ts"></script></body>',
  'src/main.ts': `import { talk } from './talk.ts';

document.body.textContent = await talk();
`,
  'src/talk.test.ts': testProgram('.ts', "import { expect, test } from 'vitest';\n"),
};

/** As `create-next-app` makes it (16.4, template `app-empty`). */
export const next: Files = {
  ...programs('lib', ''),
  'package.json': '{ "private": true }',
  'tsconfig.json': `{
  "compilerOptions": {
    "target": "ES2017",
    "lib": ["dom", "dom.iterable", "esnext"],
    "allowJs": true,
    "skipLibCheck": true,
    "strict": true,
    "noEmit": true,
    "esModuleInterop": true,
    "module": "esnext",
    "moduleResolution": "bundler",
    "resolveJsonModule": true,
    "isolatedModules": true,
    "jsx": "react-jsx",
    "incremental": true,
    "plugins": [
      {
        "name": "next"
      }
    ],
    "paths": {
      "@/*": ["./*"]
    }
  },
  "include": [
    "next-env.d.ts",
    "**/*.ts",
    "**/*.tsx",
    ".next/types/**/*.ts",
    ".next/dev/types/**/*.ts",
    "**/*.mts"
  ],
  "exclude": ["node_modules"]
}
`,
  'app/layout.tsx': `import type { ReactNode } from 'react';

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
`,
  'app/page.tsx': `import { talk as talkPackaged } from '@/lib/packaged';
import { talk } from '@/lib/talk';
import { Search } from './search';

export const dynamic = 'force-dynamic';

export default async function Home() {
  return (
    <main>
      <p>{await talk()}</p>
      <p>{await talkPackaged()}</p>
      <Search />
    </main>
  );
}
`,
  'app/search.tsx': `'use client';

import { useState } from 'react';
import { PetsClient } from '@/lib/pets';

const pets = new PetsClient({ baseUrl: 'http://127.0.0.1' });

export function Search() {
  const [kind, setKind] = useState('');
  return (
    <button onClick={async () => setKind((await pets.pets.get('Tom')).kind)}>Tom {kind}</button>
  );
}
`,
  'app/pets/[name]/route.ts': `import { fetchHandler } from '@tallystick/runtime/http/fetch';
import { handle } from '@/lib/server';

export const GET = fetchHandler(handle, {
  authority: (request) => request.headers.get('host') ?? undefined,
});
`,
};

/** As `tsc --init` makes it, for a package of ESM that Node runs. */
export const nodeNext: Files = {
  ...programs('src', '.js'),
  'package.json': '{ "private": true, "type": "module" }',
  'tsconfig.json': `{
  "compilerOptions": {
    "rootDir": "./src",
    "outDir": "./dist",
    "module": "nodenext",
    "target": "esnext",
    "types": ["node"],
    "sourceMap": true,
    "declaration": true,
    "noUncheckedIndexedAccess": true,
    "exactOptionalPropertyTypes": true,
    "strict": true,
    "jsx": "react-jsx",
    "verbatimModuleSyntax": true,
    "isolatedModules": true,
    "noUncheckedSideEffectImports": true,
    "moduleDetection": "force",
    "skipLibCheck": true,
  },
  "include": ["src"],
  "exclude": ["src/*.test.ts"]
}
`,
  'src/main.ts': mainProgram('.js'),
  // The program of a CommonJS project, in TypeScript and in JavaScript.
  'src/required.cts': `import runtime = require('@tallystick/runtime');
import pets = require('@acme/pets');

export = async () => {
  const { PetsClient } = await import('@acme/pets');
  const { ApiError } = await import('@tallystick/runtime');
  console.log(Object.is(pets.PetsClient, PetsClient) && Object.is(runtime.ApiError, ApiError));
};
`,
  'required.cjs': "void require('./dist/required.cjs')();\n",
  // ts-jest, by the two lines of the guide.
  'jest.config.js':
    "export default { preset: 'tallystick', testMatch: ['<rootDir>/src/*.test.ts'] };\n",
  'src/talk.test.ts': testProgram('.js'),
};

/** ts-jest in its default mode, in a project of a bundler. */
export const jest: Files = {
  ...programs('src', ''),
  'package.json': '{ "private": true }',
  'tsconfig.json': `{
  "compilerOptions": {
    "target": "es2022",
    "module": "esnext",
    "moduleResolution": "bundler",
    "strict": true,
    "isolatedModules": true,
    "types": ["jest"]
  }
}
`,
  'jest.config.js':
    "module.exports = { transform: { '^.+\\\\.tsx?$': 'ts-jest' }, testMatch: ['<rootDir>/src/*.test.ts'] };\n",
  'src/talk.test.ts': testProgram(''),
};

/** As `bun init` makes it (1.4). */
export const bun: Files = {
  ...programs('src', '.ts'),
  'package.json': '{ "private": true, "type": "module" }',
  'tsconfig.json': `{
  "compilerOptions": {
    // Environment setup & latest features
    "lib": ["ESNext"],
    "target": "ESNext",
    "module": "Preserve",
    "moduleDetection": "force",
    "jsx": "react-jsx",
    "allowJs": true,

    // Bundler mode
    "moduleResolution": "bundler",
    "allowImportingTsExtensions": true,
    "verbatimModuleSyntax": true,
    "noEmit": true,

    // Best practices
    "strict": true,
    "skipLibCheck": true,
    "noFallthroughCasesInSwitch": true,
    "noUncheckedIndexedAccess": true,
    "noImplicitOverride": true,
  }
}
`,
  'src/main.ts': mainProgram('.ts'),
};

/** Deno, which needs no `tsconfig.json`. */
export const deno: Files = {
  ...programs('src', '.ts'),
  'deno.json': '{ "nodeModulesDir": "manual" }',
  'package.json': '{ "private": true, "type": "module" }',
  'src/main.ts': mainProgram('.ts'),
};
