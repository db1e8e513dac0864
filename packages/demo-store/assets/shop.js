// Connects the shop's cart with Keepsake. Everything else is done by Keepsake's elements in the pages.

/** Resolves with Keepsake once its script has loaded. */
const ready = new Promise((resolve) => (window.KeepsakeCallbacks ||= []).push(resolve));

/** Changes the cart on the server and shows the cart that the server renders. */
async function changeCart(path, fields) {
  const response = await fetch(path, { method: "POST", body: new URLSearchParams(fields) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  const answer = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const selector of ["[data-cart]", "[data-cart-count]"])
    document.querySelector(selector)?.replaceWith(answer.querySelector(selector));
}

let hideTimer;
function showNotice(text) {
  const notice = document.querySelector("[data-notice]");
  notice.textContent = text;
  clearTimeout(hideTimer);
  hideTimer = setTimeout(() => {
    notice.textContent = "";
  }, 8000);
}

// Save first, then remove from the cart: if either call fails, the item is still in one of the two places.
document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-save-for-later]");
  if (button && !button.disabled) void saveForLater(button);
});
async function saveForLater(button) {
  const { epi, empi, du, qty } = button.dataset;
  button.disabled = true;
  try {
    const { client } = await ready;
    await client.saveForLater.add(undefined, [{ epi, empi, du, qty: Number(qty) }]);
    await changeCart("/cart/change", { variant: epi, quantity: "0" });
  } catch {
    button.disabled = false;
    showNotice("We couldn't save this for later. It's still in your cart. Please try again.");
  }
}

// The element takes the item off its list only after this promise resolves.
document.addEventListener("keepsake:to-cart", ({ detail: { item, waitUntil } }) =>
  waitUntil(changeCart("/cart/add", { variant: item.epi, quantity: item.qty ?? 1 })),
);

const { client } = await ready;
client.on("queued", () => showNotice("You're offline. We'll save this when you're back online."));
client.on("failed", () => showNotice("We couldn't save your change. Please try again."));
