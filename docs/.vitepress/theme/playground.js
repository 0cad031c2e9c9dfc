import { withBase } from 'vitepress';
import { defineComponent, h, onBeforeUnmount, onMounted, ref } from 'vue';

/** The playground, whose bundle (scripts/build-playground.js) only its page loads. */
export const Playground = defineComponent({
  name: 'Playground',
  setup() {
    const parent = ref();
    let unmount = () => {};
    onMounted(async () => {
      const url = withBase('/playground/playground.js');
      const { mount } = await import(/* @vite-ignore */ url);
      if (parent.value)
        unmount = mount(parent.value, {
          pageOf: (code) => withBase(`/diagnostics/${encodeURIComponent(code)}.html`),
        });
    });
    onBeforeUnmount(() => unmount());
    return () => h('div', { ref: parent }, 'The playground needs JavaScript modules and workers.');
  },
});
