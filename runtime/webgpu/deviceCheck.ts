const filters = ['internal', 'out-of-memory', 'validation'] as const;

/** Whether a device takes the shaders and buffers that are made for it. It says so only later. */
export class DeviceCheck {
  #refusal: string | null = null;
  #refusalCount = 0;
  #pending: Promise<unknown> | null = null;
  #watchers: ((reason: string) => void)[] = [];

  /** What the device had against them, as far as it has said so. */
  get refusal(): string | null {
    return this.#refusal;
  }

  get refusalCount(): number {
    return this.#refusalCount;
  }

  refuse({ message }: { readonly message: string }): void {
    this.#refusal ??= message;
    this.#refusalCount++;
    for (const watcher of this.#watchers.splice(0)) watcher(message);
  }

  make<T>(device: GPUDevice, make: () => T): T {
    for (const filter of filters) device.pushErrorScope(filter);
    try {
      return make();
    } catch (error) {
      // A buffer that is filled while it is made is refused at once.
      this.refuse(error as Error);
      throw error;
    } finally {
      // On a lost device nobody answers.
      const answers = filters.map(() =>
        device.popErrorScope().then(
          (error) => error !== null && this.refuse(error),
          () => {},
        ),
      );
      const pending = Promise.all([this.#pending, ...answers]).then(() => {
        if (this.#pending !== pending) return;
        this.#pending = null;
        this.#watchers = [];
      });
      this.#pending = pending;
    }
  }

  /** When the device has answered for all that has been made until now. */
  async settled(): Promise<void> {
    await this.#pending;
  }

  /** Calls `onRefusal` at once if the device refuses something that has been made until now. */
  watch(onRefusal: (reason: string) => void): void {
    if (this.#pending !== null) this.#watchers.push(onRefusal);
  }
}
