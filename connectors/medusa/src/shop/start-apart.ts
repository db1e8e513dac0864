/** A scheduled job that does not keep Medusa waiting: its Redis workflow engine runs one job at a time, also those of the shop.
 *  A run that is still going on is not joined by a second one. */
export function startApart<Container>(
  work: (container: Container) => Promise<void>,
  onError: (container: Container, error: Error) => void | Promise<void>,
) {
  let isRunning = false;
  return async function start(container: Container): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    void run(container);
  };

  async function run(container: Container) {
    try {
      await work(container);
    } catch (error) {
      await onError(container, error as Error);
    } finally {
      isRunning = false;
    }
  }
}
