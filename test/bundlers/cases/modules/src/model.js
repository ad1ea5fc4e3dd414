import { Base } from './base.js';

export class Model extends Base {
  forward(x) {
    return super.limited(this.activate(x));
  }
}
