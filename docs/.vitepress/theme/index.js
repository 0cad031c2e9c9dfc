import theme from 'vitepress/theme-without-fonts';

// VitePress takes the theme from the default export. Without its fonts: those of the system do not have to be loaded.
export default theme;
