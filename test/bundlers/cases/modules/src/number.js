/** A number that no condition of JavaScript can look into: to `if` it is an object, as a tensor is. */
export class Hidden {
  constructor(value) {
    this.value = value;
  }
  less(limit) {
    return new Hidden(this.value < limit);
  }
  neg() {
    return new Hidden(-this.value);
  }
}
