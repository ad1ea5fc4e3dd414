export interface Value {
  less(limit: number): Value;
  neg(): Value;
}
