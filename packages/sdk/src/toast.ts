const SHOWN_MS = 8_000;
let host: HTMLElement | undefined;
let hideTimer: ReturnType<typeof setTimeout> | undefined;

/** Shows a text at the bottom of the page for eight seconds. It is text, never HTML. */
export function showToast(text: string, role: "status" | "alert" = "status") {
  clearTimeout(hideTimer);
  host?.remove();
  if (!text) return;
  host = document.createElement("div");
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLES);
  root.adoptedStyleSheets = [sheet];
  const line = document.createElement("p");
  line.setAttribute("role", role);
  root.append(line);
  document.body.append(host);
  // A screen reader announces what changes in a region that is there already.
  requestAnimationFrame(() => {
    line.textContent = text;
  });
  hideTimer = setTimeout(() => host?.remove(), SHOWN_MS);
}

const STYLES = `:host { position: fixed; z-index: 2147483647; inset-block-end: 1rem; inset-inline: 1rem; display: grid; justify-items: center; pointer-events: none }
p { margin: 0; max-inline-size: 28rem; padding: .7em 1em; border-radius: var(--keepsake-radius, .5rem); background: var(--keepsake-text, CanvasText); color: var(--keepsake-surface, Canvas); font: 1rem/1.4 system-ui, sans-serif; overflow-wrap: anywhere }
p:empty { visibility: hidden }
@media (forced-colors: active) { p { border: 1px solid } }`;
