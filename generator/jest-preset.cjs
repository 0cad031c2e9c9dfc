// For jest in projects whose imports end in `.js`; jest.config.js has `preset: 'tallystick'`.

/** Finds the source that an import means. */
exports.moduleNameMapper = { '^(\\.{1,2}/.+)\\.js$': ['$1.js', '$1.ts', '$1.tsx'] };

/** Lets ts-jest make CommonJS of each file by itself, whatever the project is. */
exports.transform = {
  '^.+\\.[cm]?tsx?$': [
    'ts-jest',
    {
      tsconfig: {
        target: 'ES2022',
        module: 'CommonJS',
        moduleResolution: 'Node10',
        isolatedModules: true,
        esModuleInterop: true,
        jsx: 'react-jsx',
      },
    },
  ],
};
