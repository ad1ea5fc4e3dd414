export * from './model.js';
export { old } from './old.jsx';
export { view } from './view.jsx';
