// The screen does not sleep while the board is shown. Browsers grant this on https and on localhost only; elsewhere the menu says that the device may fall asleep.
async function stayAwake() {
  if (document.visibilityState !== "visible") return;
  try {
    await navigator.wakeLock.request("screen");
    delete document.documentElement.dataset.sleepy;
  } catch {
    document.documentElement.dataset.sleepy = ""; // the menu says so
  }
}

document.addEventListener("visibilitychange", stayAwake);
stayAwake();
