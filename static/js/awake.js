// The screen does not sleep while the board is shown. Browsers grant this on https and on localhost only; elsewhere nothing happens.
async function stayAwake() {
  if (document.visibilityState !== "visible") return;
  try { await navigator.wakeLock?.request("screen"); } catch { /* low battery, or not allowed: the device's own setting counts */ }
}

document.addEventListener("visibilitychange", stayAwake);
stayAwake();
