import theme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import picture from '../../diagrams/halves.svg?raw';
import '../../diagrams/diagram.css';
import { Playground } from './playground.js';
import './style.css';

/** The diagram of the first page, without the style sheet that it needs elsewhere. */
const innerHTML = picture.replace(/<style>.*?<\/style>/s, '');

// VitePress takes the theme from the default export. Without its fonts: those of the system do not have to be loaded.
export default {
  extends: theme,
  Layout: () => h(theme.Layout, null, { 'home-hero-image': () => h('div', { innerHTML }) }),
  enhanceApp({ app }) {
    app.component('Playground', Playground);
  },
};
