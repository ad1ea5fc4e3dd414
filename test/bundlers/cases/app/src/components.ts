export { default as App } from './App.vue';
export { default as Plain } from './Plain.vue';
export { default as Widget } from './Widget.svelte';
