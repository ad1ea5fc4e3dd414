export const search = (table: Tensor, wanted: number, limit?: number): Tensor | number => {
  "use graph";
  let seen = 0;
  rows: for (const row of table) {
    for (let i = 0; i < (limit ?? 10); i++) {
      if (row[i]! < 0) continue rows;
      if (row[i] === wanted) return i;
      seen++;
    }
    if (seen > 100) break;
  }
  return -seen;
};
