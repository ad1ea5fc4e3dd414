/** Ten bars, one a digit, as long as the digit is probable. */
export class Bars {
  readonly #rows: readonly { row: HTMLElement; bar: HTMLElement; value: HTMLElement }[];

  constructor(list: HTMLElement) {
    this.#rows = Array.from({ length: 10 }, (_, digit) => {
      const row = document.createElement('li');
      const label = document.createElement('span');
      const track = document.createElement('div');
      const bar = document.createElement('div');
      const value = document.createElement('span');
      label.textContent = String(digit);
      track.className = 'track';
      bar.className = 'bar';
      value.className = 'value';
      track.append(bar);
      row.append(label, track, value);
      list.append(row);
      return { row, bar, value };
    });
  }

  show(probabilities: ArrayLike<number> | null): void {
    const best = probabilities === null ? -1 : indexOfLargest(probabilities);
    this.#rows.forEach(({ row, bar, value }, digit) => {
      const percent = probabilities === null ? 0 : 100 * probabilities[digit]!;
      bar.style.width = `${percent}%`;
      value.textContent = probabilities === null ? '' : `${percent.toFixed(0)} %`;
      row.classList.toggle('best', digit === best);
    });
  }
}

export function indexOfLargest(values: ArrayLike<number>): number {
  let best = 0;
  for (let index = 1; index < values.length; index++) {
    if (values[index]! > values[best]!) best = index;
  }
  return best;
}
