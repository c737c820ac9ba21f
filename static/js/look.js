// What this device was told to look like, before anything is drawn. choices.js changes it.
for (const name of ["theme", "centre", "quarter", "hand", "layout", "text"]) {
  try {
    const value = localStorage.getItem(`look-${name}`);
    if (value) document.documentElement.dataset[name] = value;
  } catch { /* storage may be forbidden: then the look lasts as long as the page */ }
}
