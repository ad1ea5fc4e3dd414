export const inAll = (x) => (x.less(0) ? x.neg() : x);
