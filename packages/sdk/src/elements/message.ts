const SHOWN_MS = 10_000;
const EDGE_PX = 8;
const timers = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>();

/** Shows a text below a button for ten seconds. It floats, so nothing on the page moves, and stays inside the window. */
export function showMessage(message: HTMLElement, text: string) {
  clearTimeout(timers.get(message));
  message.textContent = text;
  if (!text) return;
  message.style.translate = "none";
  const { left, right } = message.getBoundingClientRect();
  const room = document.documentElement.clientWidth - EDGE_PX - right;
  message.style.translate = `${room < 0 ? room : Math.max(0, EDGE_PX - left)}px`;
  timers.set(
    message,
    setTimeout(() => showMessage(message, ""), SHOWN_MS),
  );
}

/** For the style sheet of an element that is positioned. */
export const MESSAGE_STYLES = `[part="message"]:not(:empty) { position: absolute; z-index: 2; inset-block-start: 100%; inset-inline-end: 0; inline-size: max-content; max-inline-size: 14rem;
  padding: .4em .7em; border-radius: var(--keepsake-radius, .5rem); background: var(--keepsake-text, CanvasText); color: var(--keepsake-surface, Canvas); font-size: .875rem; line-height: 1.4 }`;
