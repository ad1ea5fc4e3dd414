export class Base {
  activate = (x) => (x.less(0) ? x.neg() : x);

  limited(x) {
    let result = x;
    if (x.less(0)) result = x.neg();
    return result;
  }
}
