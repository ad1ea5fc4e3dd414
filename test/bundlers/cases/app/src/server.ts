export { render } from 'svelte/server';
export { createSSRApp } from 'vue';
export { renderToString } from 'vue/server-renderer';
export * from './components.js';
