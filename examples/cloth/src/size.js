/** A cloth is a grid of points, each tied to its neighbours by threads that do not stretch. */
export const rows = 20;
export const columns = 30;
