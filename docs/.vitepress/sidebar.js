const guide = (text, name) => ({ text, link: `/guide/${name}` });
const sandbox = (text, name) => ({ text, link: `/sandbox/${name}` });

/** The pages of the guide, in the order in which a new user needs them. */
export const sidebar = [
  {
    text: 'Guide',
    items: [
      guide('Describing an API', 'describing'),
      guide('Calls', 'calls'),
      guide('Serving', 'server'),
      guide('Security schemes', 'security'),
      guide('Pages', 'pagination'),
      guide('Feeds', 'feeds'),
      guide('FIX', 'fix'),
    ],
  },
  {
    text: 'Sandbox',
    items: [sandbox('Getting started', 'getting-started'), sandbox('Scenarios', 'scenarios')],
  },
  {
    text: 'Reference',
    items: [
      guide('The command line', 'cli'),
      guide('Extensions', 'extensions'),
      { text: 'Wire suite', link: '/wire' },
      { text: 'Architecture', link: '/architecture' },
      { text: 'Glossary', link: '/glossary' },
    ],
  },
];
